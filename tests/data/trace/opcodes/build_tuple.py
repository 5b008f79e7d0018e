"""Tuples built, unpacked and returned."""

import torch


def fn(x):
    a, b = x + 1, x - 1
    a, b = b, a
    return (a, (b, 3)), (a,)


calls = [(torch.randn(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   a = add(l_x_, 1)
#   b = sub(l_x_, 1)
#   return (b, a)
# expect breaks
