"""Branches on None, truth of containers, numbers and texts; `while`; conditional expressions."""

import torch


def fn(x, items, name):
    if not items:
        x = x + 1
    if name:
        x = x + 2
    n = len(items)
    while n > 0:
        x = x * 2
        n -= 1
    return x if name is not None else -x


calls = [(torch.randn(2), [], "a"), (torch.randn(2), [1, 2], ""), (torch.randn(2), [1], None)]


# expect graphs
# graph 0
#   l_x_: input
#   x = add(l_x_, 1)
#   x_1 = add(x, 2)
#   return (x_1,)
# graph 1
#   l_x_: input
#   x = mul(l_x_, 2)
#   x_1 = mul(x, 2)
#   return (x_1,)
# graph 2
#   l_x_: input
#   x = mul(l_x_, 2)
#   neg = neg(x)
#   return (neg,)
# expect breaks
