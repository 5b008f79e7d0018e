"""List displays, nested and with unpacking."""

import torch


def fn(x, items):
    parts = [x, x + 1, *items, [x]]
    return parts, len(parts)


calls = [(torch.randn(3), [1, 2]), (torch.randn(3), [1, 2])]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
