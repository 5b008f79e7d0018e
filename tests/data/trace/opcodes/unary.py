"""Unary operators."""

import torch


def fn(x, n):
    if not n:
        return +x
    return -x * ~n + (not n) + (-n) + (+n)


calls = [(torch.randn(2), 0), (torch.randn(2), 5)]


# expect graphs
# graph 0
#   l_x_: input
#   neg = neg(l_x_)
#   mul = mul(neg, -6)
#   add = add(mul, False)
#   add_1 = add(add, -5)
#   add_2 = add(add_1, 5)
#   return (add_2,)
# expect breaks
