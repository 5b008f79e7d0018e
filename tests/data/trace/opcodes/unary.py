"""Unary operators."""

import torch


def fn(x, n):
    if not n:
        return +x
    return -x * ~n + (not n) + (-n) + (+n)


calls = [(torch.randn(2), 0), (torch.randn(2), 5)]


# expect graphs
# graph 0
#   s0: input
#   l_x_: input
#   neg = neg(l_x_)
#   neg_1 = neg(s0)
#   sub = sub(neg_1, 1)
#   mul = mul(neg, sub)
#   add = add(mul, False)
#   neg_2 = neg(s0)
#   add_1 = add(add, neg_2)
#   add_2 = add(add_1, s0)
#   return (add_2,)
# expect breaks
