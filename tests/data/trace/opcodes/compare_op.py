"""Comparisons of tensors and of numbers."""

import torch


def fn(x, n):
    if n < 3 or n >= 10:
        return x > 0
    if n == 4 and n != 5 and 3 <= n:
        return (x <= n) & (x != 0)
    return x == n


calls = [(torch.randn(3), 2), (torch.randn(3), 4), (torch.randn(3), 7)]


# expect graphs
# graph 0
#   l_x_: input
#   gt = gt(l_x_, 0)
#   return (gt,)
# graph 1
#   l_x_: input
#   le = le(l_x_, 4)
#   ne = ne(l_x_, 0)
#   and_ = and_(le, ne)
#   return (and_,)
# graph 2
#   l_n_: input
#   l_x_: input
#   eq = eq(l_x_, l_n_)
#   return (eq,)
# expect breaks
