"""A slice that comes in: its bounds are guarded."""

import torch


def fn(x, part):
    return x[part] + part.start


calls = [(torch.arange(8.0), slice(1, 5)), (torch.arange(8.0), slice(1, 5)), (torch.arange(8.0), slice(2, 7, 2))]


# expect graphs
# graph 0
#   l_x_: input
#   getitem = getitem(l_x_, slice(1, 5, None))
#   add = add(getitem, 1)
#   return (add,)
# graph 1
#   s0: input
#   s1: input
#   l_x_: input
#   getitem = getitem(l_x_, slice(s0, s1, 2))
#   add = add(getitem, s0)
#   return (add,)
# expect breaks
