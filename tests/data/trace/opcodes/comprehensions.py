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
#   i = ones(1)
#   part = mul(l_x_, 0)
#   part_1 = mul(l_x_, 1)
#   part_2 = mul(l_x_, 2)
#   sum_1 = part_1.sum()
#   stack = stack([part, part_1, part_2])
#   add = add(stack, i)
#   return (add, sum_1)
# expect breaks
