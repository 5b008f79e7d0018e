"""no_grad and enable_grad are nodes that switch the mode, as functions and as context managers."""

import torch


@torch.no_grad()
def without(x):
    return x * 2, torch.is_grad_enabled()


def fn(x):
    with torch.no_grad():
        y = x * 3
        inside = torch.is_grad_enabled()
        with torch.enable_grad():
            z = x * 4
    return y, z, inside, torch.is_grad_enabled(), without(x)


calls = [(torch.randn(2, requires_grad=True),)]


# expect graphs
# graph 0
#   l_x_: input
#   _set_grad_enabled = _set_grad_enabled(False)
#   y = mul(l_x_, 3)
#   _set_grad_enabled_1 = _set_grad_enabled(True)
#   z = mul(l_x_, 4)
#   _set_grad_enabled_4 = _set_grad_enabled(False)
#   mul_2 = mul(l_x_, 2)
#   _set_grad_enabled_5 = _set_grad_enabled(True)
#   return (y, z, mul_2)
# expect breaks
