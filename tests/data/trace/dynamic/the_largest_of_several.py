"""The largest or smallest of more than two sizes that change is a size of the graph."""

import torch


def fn(xs):
    longest, shortest = max(len(x) for x in xs), min(len(x) for x in xs)
    return torch.zeros(longest) + len(xs), torch.ones(shortest, 2), xs[0] + longest


calls = [([torch.ones(n, 4) for n in sizes],) for sizes in ((3, 2, 5), (4, 6, 2), (2, 7, 3), (9, 8, 7))]


# expect graphs
# graph 0
#   l_xs_0_: input
#   zeros = zeros(5)
#   add = add(zeros, 3)
#   ones = ones(2, 2)
#   add_1 = add(l_xs_0_, 5)
#   return (add, ones, add_1)
# graph 1
#   s31: input
#   l_xs_0_: input
#   s80: input
#   s50: input
#   sym_max = sym_max(s31, s80)
#   sym_max_1 = sym_max(sym_max, s50)
#   zeros = zeros(sym_max_1)
#   add = add(zeros, 3)
#   sym_min = sym_min(s31, s80)
#   sym_min_1 = sym_min(sym_min, s50)
#   ones = ones(sym_min_1, 2)
#   add_1 = add(l_xs_0_, sym_max_1)
#   return (add, ones, add_1)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___check_type_id(L['xs'], …), type=<class 'list'>
#   len(L['xs']) == 3
#   check_tensor(L['xs'][0], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3, 4], stride=[4, 1])
#   check_marks(L['xs'][0], {})
#   check_tensor(L['xs'][1], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 4], stride=[4, 1])
#   check_marks(L['xs'][1], {})
#   check_tensor(L['xs'][2], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[5, 4], stride=[4, 1])
#   check_marks(L['xs'][2], {})
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   builtins: frozenset, len, max, min, set, type
#   of libraries: 28
# fn: another entry
#   - check_tensor(L['xs'][0], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3, 4], stride=[4, 1])
#   - check_marks(L['xs'][0], {})
#   - check_tensor(L['xs'][1], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 4], stride=[4, 1])
#   - check_marks(L['xs'][1], {})
#   - check_tensor(L['xs'][2], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[5, 4], stride=[4, 1])
#   - check_marks(L['xs'][2], {})
#   + check_tensor(L['xs'][0], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, 4], stride=[4, 1])
#   + check_marks(L['xs'][0], {0: perhaps dynamic})
#   + check_tensor(L['xs'][1], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, 4], stride=[4, 1])
#   + check_marks(L['xs'][1], {0: perhaps dynamic})
#   + check_tensor(L['xs'][2], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, 4], stride=[4, 1])
#   + check_marks(L['xs'][2], {0: perhaps dynamic})
#   + 2 <= L['xs'][0].size()[0]
#   + 2 <= L['xs'][1].size()[0]
#   + 2 <= L['xs'][2].size()[0]
