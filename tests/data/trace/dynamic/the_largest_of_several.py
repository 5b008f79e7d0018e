"""The largest or smallest of more than two sizes that change is a size of the graph."""

import torch
from torch.nn.utils.rnn import pad_sequence


def fn(xs):
    longest, shortest = max(len(x) for x in xs), min(len(x) for x in xs)
    return torch.zeros(longest) + len(xs), torch.ones(shortest, 2), pad_sequence(xs).sum(0)


calls = [([torch.ones(n, 4) for n in sizes],) for sizes in ((3, 2, 5), (4, 6, 2), (2, 7, 3), (9, 8, 7))]


# expect graphs
# graph 0
#   l_xs_0_: input
#   l_xs_1_: input
#   l_xs_2_: input
#   zeros = zeros(5)
#   add = add(zeros, 3)
#   ones = ones(2, 2)
#   pad_sequence = pad_sequence((l_xs_0_, l_xs_1_, l_xs_2_), False, 0.0, 'right')
#   sum_1 = pad_sequence.sum(0)
#   return (add, ones, sum_1)
# graph 1
#   s0: input
#   s1: input
#   s2: input
#   l_xs_0_: input
#   l_xs_1_: input
#   l_xs_2_: input
#   sym_max = sym_max(s0, s1)
#   sym_max_1 = sym_max(sym_max, s2)
#   zeros = zeros(sym_max_1)
#   add = add(zeros, 3)
#   sym_min = sym_min(s0, s1)
#   sym_min_1 = sym_min(sym_min, s2)
#   ones = ones(sym_min_1, 2)
#   pad_sequence = pad_sequence((l_xs_0_, l_xs_1_, l_xs_2_), False, 0.0, 'right')
#   sum_1 = pad_sequence.sum(0)
#   return (add, ones, sum_1)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___check_type_id(L['xs'], …), type=<class 'list'>
#   len(L['xs']) == 3
#   check_tensor(L['xs'][0], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3, 4], stride=[4, 1])
#   check_tensor(L['xs'][1], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 4], stride=[4, 1])
#   check_tensor(L['xs'][2], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[5, 4], stride=[4, 1])
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   ___dict_contains('pad_sequence', G)
#   ___check_obj_id(G['pad_sequence'].__code__, …)
#   len(G['pad_sequence'].__defaults__ or ()) == 3
#   ___check_obj_id(G['pad_sequence'].__defaults__[0], …), value=False
#   G['pad_sequence'].__defaults__[1] == 0.0
#   G['pad_sequence'].__defaults__[2] == 'right'
#   G_torch_dot_nn_dot_utils_dot_rnn['torch'] is G['torch']
#   check_no_aliasing(L['xs'][0], L['xs'][1], L['xs'][2])
#   builtins: frozenset, isinstance, len, max, min, set, tuple, type
#   of libraries: 63
# fn: another entry
#   - check_tensor(L['xs'][0], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3, 4], stride=[4, 1])
#   - check_tensor(L['xs'][1], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 4], stride=[4, 1])
#   - check_tensor(L['xs'][2], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[5, 4], stride=[4, 1])
#   + check_tensor(L['xs'][0], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, 4], stride=[4, 1])
#   + check_tensor(L['xs'][1], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, 4], stride=[4, 1])
#   + check_tensor(L['xs'][2], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, 4], stride=[4, 1])
#   + 2 <= L['xs'][0].size()[0]
#   + 2 <= L['xs'][1].size()[0]
#   + 2 <= L['xs'][2].size()[0]
