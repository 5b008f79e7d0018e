"""Sizes are fixed at first, and symbols once they change."""

import torch


def fn(a, b):
    return a.shape[0] * a * b


calls = [(torch.randn(n, 3), torch.randn(n, 3)) for n in (4, 8, 16, 5, 2)]


# expect graphs
# graph 0
#   l_a_: input
#   l_b_: input
#   mul = mul(4, l_a_)
#   mul_1 = mul(mul, l_b_)
#   return (mul_1,)
# graph 1
#   s97: input
#   l_a_: input
#   l_b_: input
#   mul = mul(s97, l_a_)
#   mul_1 = mul(mul, l_b_)
#   return (mul_1,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['a'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4, 3], stride=[3, 1])
#   check_marks(L['a'], {})
#   check_tensor(L['b'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4, 3], stride=[3, 1])
#   check_marks(L['b'], {})
#   check_no_aliasing(L['a'], L['b'])
#   of libraries: 2
# fn: another entry
#   - check_tensor(L['a'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4, 3], stride=[3, 1])
#   - check_marks(L['a'], {})
#   - check_tensor(L['b'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4, 3], stride=[3, 1])
#   - check_marks(L['b'], {})
#   + check_tensor(L['a'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, 3], stride=[3, 1])
#   + check_marks(L['a'], {0: perhaps dynamic})
#   + check_tensor(L['b'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, 3], stride=[3, 1])
#   + check_marks(L['b'], {0: perhaps dynamic})
#   + L['a'].size()[0] == L['b'].size()[0]
#   + 2 <= L['a'].size()[0]
