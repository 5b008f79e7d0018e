"""Comparisons of tensors and of numbers."""

import torch


def fn(x, n):
    if n < 3 or n >= 10:
        return x > 0
    if n == 4 and n != 5 and 3 <= n:
        return (x <= n) & (x != 0)
    return x == n


calls = [(torch.randn(3), 2), (torch.randn(3), 4), (torch.randn(3), 7)]
