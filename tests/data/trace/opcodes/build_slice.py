"""A slice with bounds that are variables."""

import torch


def fn(x, n):
    return x[1:n] + x[n : 2 * n - 1] - x[:: n - 4][:4]


calls = [(torch.arange(16.0), 5), (torch.arange(16.0), 5)]


# expect graphs
# graph 0
#   l_x_: input
#   getitem = getitem(l_x_, slice(1, 5, None))
#   getitem_1 = getitem(l_x_, slice(5, 9, None))
#   add = add(getitem, getitem_1)
#   getitem_2 = getitem(l_x_, slice(None, None, 1))
#   getitem_3 = getitem(getitem_2, slice(None, 4, None))
#   sub = sub(add, getitem_3)
#   return (sub,)
# expect breaks
