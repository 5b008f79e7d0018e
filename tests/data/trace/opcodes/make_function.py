"""Functions made while tracing: defaults, keyword defaults, annotations, closures; one that is returned."""

import torch


def fn(x, n):
    def inner(a, b=n, *, c: int = 3):
        return a * b + c

    return inner(x), inner(x, 1, c=0)


calls = [(torch.randn(2), 5)]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 5)
#   add = add(mul, 3)
#   mul_1 = mul(l_x_, 1)
#   add_1 = add(mul_1, 0)
#   return (add, add_1)
# expect breaks
