"""A branch on data is taken by Python; either way is a graph of its own."""

import torch


def fn(x):
    y = x * 2
    if y.sum() > 0:
        return y + 1
    return y - 1


calls = [(torch.ones(3),), (-torch.ones(3),), (torch.ones(3),)]
