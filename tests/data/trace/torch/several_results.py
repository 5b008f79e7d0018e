"""Operators with several results give tuples, lists and named fields."""

import torch


def fn(x):
    values, indices = torch.max(x, 1)
    largest = x.max(dim=1)
    first, second, third = x.unbind(1)
    halves = x.chunk(2)
    top = x.topk(2)
    return values, indices, largest.values, largest.indices, first + third, halves[0], top.values, len(halves), x.sort(1)[0]


calls = [(torch.randn(2, 3),)]
