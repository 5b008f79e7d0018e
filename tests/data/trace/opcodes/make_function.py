"""Functions made while tracing: defaults, keyword defaults, annotations, closures; one that is returned."""

import torch


def fn(x, n):
    def inner(a, b=n, *, c: int = 3):
        return a * b + c

    return inner(x), inner(x, 1, c=0)


calls = [(torch.randn(2), 5)]
