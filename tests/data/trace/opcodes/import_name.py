"""Imports inside a function."""

import torch


def fn(x):
    import math
    import torch.nn.functional as F
    from operator import add, mul as times

    return F.relu(x) + times(add(1, 2), math.floor(2.5))


calls = [(torch.randn(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   relu = relu(l_x_)
#   add = add(relu, 6)
#   return (add,)
# expect breaks
