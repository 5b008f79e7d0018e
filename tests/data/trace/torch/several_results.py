"""Operators with several results give tuples, lists and named fields."""

import torch


def fn(x):
    values, indices = torch.max(x, 1)
    largest = x.max(dim=1)
    first, second, third = x.unbind(1)
    halves = x.chunk(2)
    top = x.topk(2)
    return values, indices, largest.values, largest.indices, first + third, halves[0], top.values, len(halves), x.sort(1)[0]


calls = [(torch.randn(2, 3),)]


# expect graphs
# graph 0
#   l_x_: input
#   max_1 = max(l_x_, 1)
#   values = getitem(max_1, 0)
#   indices = getitem(max_1, 1)
#   max_2 = l_x_.max(dim=1)
#   getitem_2 = getitem(max_2, 0)
#   getitem_3 = getitem(max_2, 1)
#   unbind = l_x_.unbind(1)
#   first = getitem(unbind, 0)
#   third = getitem(unbind, 2)
#   chunk = l_x_.chunk(2)
#   getitem_7 = getitem(chunk, 0)
#   topk = l_x_.topk(2)
#   getitem_9 = getitem(topk, 0)
#   add = add(first, third)
#   sort = l_x_.sort(1)
#   getitem_11 = getitem(sort, 0)
#   return (values, indices, getitem_2, getitem_3, add, getitem_7, getitem_9, getitem_11)
# expect breaks
