"""Subscripts of tensors, lists, dicts and tuples."""

import torch


def fn(x, items, names):
    return x[0] + x[:, 1] + x[..., -1] + items[1] * names["b"] + x[1:, None][0, 0]


calls = [(torch.randn(3, 3), [1, 2], {"a": 1, "b": 5})]


# expect graphs
# graph 0
#   l_x_: input
#   getitem = getitem(l_x_, 0)
#   getitem_1 = getitem(l_x_, (slice(None, None, None), 1))
#   add = add(getitem, getitem_1)
#   getitem_2 = getitem(l_x_, (Ellipsis, -1))
#   add_1 = add(add, getitem_2)
#   add_2 = add(add_1, 10)
#   getitem_3 = getitem(l_x_, (slice(1, None, None), None))
#   getitem_4 = getitem(getitem_3, (0, 0))
#   add_3 = add(add_2, getitem_4)
#   return (add_3,)
# expect breaks
