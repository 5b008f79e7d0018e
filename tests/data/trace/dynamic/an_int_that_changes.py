"""An int is a constant at first, and a symbol once it changes."""

import torch


def fn(x, n):
    y = x**2
    if n >= 0:
        return (n + 1) * y
    return y / n


calls = [(torch.randn(5), n) for n in (2, 3, -2, 4, 17, -9)]
