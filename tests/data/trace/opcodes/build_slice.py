"""A slice with bounds that are variables."""

import torch


def fn(x, n):
    return x[1:n] + x[n : 2 * n - 1] - x[:: n - 4][:4]


calls = [(torch.arange(16.0), 5), (torch.arange(16.0), 5)]
