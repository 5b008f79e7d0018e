"""f-strings with conversions and formats."""

import torch


def fn(x, n):
    name = f"n={n}, {n!r:>4} {n:03d} {'abc'!s}"
    return x + len(name), name


calls = [(torch.randn(2), 7)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 17)
#   return (add,)
# expect breaks
