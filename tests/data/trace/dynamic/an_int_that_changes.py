"""An int is a constant at first, and a symbol once it changes."""

import torch


def fn(x, n):
    y = x**2
    if n >= 0:
        return (n + 1) * y
    return y / n


calls = [(torch.randn(5), n) for n in (2, 3, -2, 4, 17, -9)]


# expect graphs
# graph 0
#   l_x_: input
#   y = pow(l_x_, 2)
#   mul = mul(3, y)
#   return (mul,)
# graph 1
#   l_x_: input
#   l_n_: input
#   y = pow(l_x_, 2)
#   add = add(l_n_, 1)
#   mul = mul(add, y)
#   return (mul,)
# graph 2
#   l_x_: input
#   l_n_: input
#   y = pow(l_x_, 2)
#   truediv = truediv(y, l_n_)
#   return (truediv,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[5], stride=[1])
#   check_marks(L['x'], {})
#   L['n'] == 2
# fn: another entry
#   - L['n'] == 2
#   + ___is_int(L['n']) == True
#   + L['n'] >= 0
# fn: another entry
#   - L['n'] >= 0
#   + L['n'] < 0
