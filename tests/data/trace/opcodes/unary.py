"""Unary operators."""

import torch


def fn(x, n):
    if not n:
        return +x
    return -x * ~n + (not n) + (-n) + (+n)


calls = [(torch.randn(2), 0), (torch.randn(2), 5)]
