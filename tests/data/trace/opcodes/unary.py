"""Unary operators."""

import torch


def fn(x, n):
    if not n:
        return +x
    return -x * ~n + (not n) + (-n) + (+n)


calls = [(torch.randn(2), 0), (torch.randn(2), 5)]


# expect graphs
# graph 0
#   l_n_: input
#   l_x_: input
#   neg = neg(l_x_)
#   neg_1 = neg(l_n_)
#   sub = sub(neg_1, 1)
#   mul = mul(neg, sub)
#   add = add(mul, False)
#   neg_2 = neg(l_n_)
#   add_1 = add(add, neg_2)
#   add_2 = add(add_1, l_n_)
#   return (add_2,)
# expect breaks
