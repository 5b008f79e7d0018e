"""Tuples built, unpacked and returned."""

import torch


def fn(x):
    a, b = x + 1, x - 1
    a, b = b, a
    return (a, (b, 3)), (a,)


calls = [(torch.randn(2),)]
