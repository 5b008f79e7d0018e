"""Dict comprehensions."""

import torch


def fn(x, names):
    return {name: x * i for i, name in enumerate(names)}


calls = [(torch.randn(2), ["a", "b", "c"])]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 0)
#   mul_1 = mul(l_x_, 1)
#   mul_2 = mul(l_x_, 2)
#   return (mul, mul_1, mul_2)
# expect breaks
