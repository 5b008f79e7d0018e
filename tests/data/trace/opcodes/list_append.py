"""List comprehensions, nested and with conditions."""

import torch


def fn(x, n):
    parts = [x * i for i in range(n) if i != 1]
    grid = [[i * j for j in range(2)] for i in range(n)]
    return torch.stack(parts), grid


calls = [(torch.randn(2), 4)]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 0)
#   mul_1 = mul(l_x_, 2)
#   mul_2 = mul(l_x_, 3)
#   stack = stack([mul, mul_1, mul_2])
#   return (stack,)
# expect breaks
