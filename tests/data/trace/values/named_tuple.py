"""Named tuples: of the program's own, and torch's return types."""

from collections import namedtuple

import torch

Pair = namedtuple("Pair", "left right")


def fn(x, pair):
    values, indices = torch.max(x, dim=0)
    top = x.topk(1)
    made = Pair(left=values, right=pair.right + 1)
    return made, made._replace(left=top.values), indices, pair._fields


calls = [(torch.randn(3, 2), Pair(1, 2))]


# expect graphs
# graph 0
#   l_x_: input
#   max_1 = max(l_x_, dim=0)
#   values = getitem(max_1, 0)
#   indices = getitem(max_1, 1)
#   topk = l_x_.topk(1)
#   getitem_2 = getitem(topk, 0)
#   return (values, getitem_2, indices)
# expect breaks
