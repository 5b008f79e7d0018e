"""What is not finite can stand in an expression of sizes."""

import math

import torch


def fn(x, n):
    return x * n, math.nan * n, -math.inf / n


calls = [(torch.ones(2), 2), (torch.ones(2), 3), (torch.ones(2), 5)]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 2)
#   return (mul,)
# graph 1
#   l_x_: input
#   l_n_: input
#   mul = mul(l_x_, l_n_)
#   mul_1 = mul(nan, l_n_)
#   truediv = truediv(-inf, l_n_)
#   return (mul, mul_1, truediv)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   L['n'] == 2
#   ___dict_contains('math', G)
#   ___check_obj_id(G['math'], …), value=<module math>
#   ___check_type_id(G['math'], …), type=<class 'module'>
#   of libraries: 4
# fn: another entry
#   - L['n'] == 2
#   + ___is_int(L['n']) == True
#   + L['n'] != 0
