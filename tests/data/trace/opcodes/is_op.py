"""Identity of constants, objects and tensors."""

import torch


def fn(x, y, z=None):
    if z is None and x is not y and y is y:
        return x + y
    return x - y


calls = [(torch.randn(2), torch.randn(2)), (torch.randn(2), torch.randn(2), 1)]


# expect graphs
# graph 0
#   l_x_: input
#   l_y_: input
#   add = add(l_x_, l_y_)
#   return (add,)
# graph 1
#   l_x_: input
#   l_y_: input
#   sub = sub(l_x_, l_y_)
#   return (sub,)
# expect breaks
