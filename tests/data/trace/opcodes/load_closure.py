"""Closures: cells read, written by inner functions, and shared."""

import torch

outer_scale = 2


def fn(x):
    count = 0

    def add(n):
        nonlocal count
        count += n
        return count

    def make(i):
        return lambda y: y * i + count

    add(1)
    add(2)
    fs = [make(i) for i in range(3)]
    for f in fs:
        x = f(x) * outer_scale
    return x, count


calls = [(torch.randn(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 0)
#   add = add(mul, 3)
#   x = mul(add, 2)
#   mul_2 = mul(x, 1)
#   add_1 = add(mul_2, 3)
#   x_1 = mul(add_1, 2)
#   mul_4 = mul(x_1, 2)
#   add_2 = add(mul_4, 3)
#   x_2 = mul(add_2, 2)
#   return (x_2,)
# expect breaks
