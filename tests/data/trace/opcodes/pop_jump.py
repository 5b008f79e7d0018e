"""Branches on None, truth of containers, numbers and texts; `while`; conditional expressions."""

import torch


def fn(x, items, name):
    if not items:
        x = x + 1
    if name:
        x = x + 2
    n = len(items)
    while n > 0:
        x = x * 2
        n -= 1
    return x if name is not None else -x


calls = [(torch.randn(2), [], "a"), (torch.randn(2), [1, 2], ""), (torch.randn(2), [1], None)]
