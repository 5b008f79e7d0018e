"""List comprehensions, nested and with conditions."""

import torch


def fn(x, n):
    parts = [x * i for i in range(n) if i != 1]
    grid = [[i * j for j in range(2)] for i in range(n)]
    return torch.stack(parts), grid


calls = [(torch.randn(2), 4)]
