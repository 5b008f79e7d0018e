"""A call that cannot be captured splits the graph; stack and variables survive."""

import torch


def fn(x, n):
    y = x + n
    parts = [y, print("between", n), y * 2]
    return parts[0] + parts[2], n


calls = [(torch.randn(2), 1), (torch.randn(2), 1)]
