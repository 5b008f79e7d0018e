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
