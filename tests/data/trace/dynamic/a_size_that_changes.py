"""Sizes are fixed at first, and symbols once they change."""

import torch


def fn(a, b):
    return a.shape[0] * a * b


calls = [(torch.randn(n, 3), torch.randn(n, 3)) for n in (4, 8, 16, 5, 2)]
