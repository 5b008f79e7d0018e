"""Slices with and without steps, read and written."""

import torch


def fn(x, items, n):
    items[1:n] = [10, 20, 30]
    y = x[1:n] + items[n]
    y[:1] = 0.0
    return y, items[:2], items[::2], items[n - 1 :]


def calls():
    return [(torch.arange(8.0), [1, 2, 3, 4], 3), (torch.arange(8.0), [1, 2, 3, 4], 3)]


# expect graphs
# graph 0
#   l_x_: input
#   getitem = getitem(l_x_, slice(1, 3, None))
#   y = add(getitem, 30)
#   setitem = setitem(y, slice(None, 1, None), 0.0)
#   return (y,)
# expect breaks
