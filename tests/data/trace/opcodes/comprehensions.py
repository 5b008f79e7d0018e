"""Comprehensions are traced with what is around them, and leave its variables alone."""

import torch


def fn(x, n):
    i = torch.ones(1)
    parts = [x * i for i in range(n)]
    table = {i: part.sum() for i, part in enumerate(parts) if i}
    later = [lambda: k for k in range(n)]
    return torch.stack(parts) + i, table[1], sum(f() for f in later)


calls = [(torch.arange(4.0), 3), (torch.arange(4.0), 3)]


# expect graphs
# graph 0
#   l_x_: input
#   ones = ones(1)
#   mul = mul(l_x_, 0)
#   mul_1 = mul(l_x_, 1)
#   mul_2 = mul(l_x_, 2)
#   sum_1 = mul_1.sum()
#   stack = stack([mul, mul_1, mul_2])
#   add = add(stack, ones)
#   return (add, sum_1)
# expect breaks
