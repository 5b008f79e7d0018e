"""f-strings with conversions and formats."""

import torch


def fn(x, n):
    name = f"n={n}, {n!r:>4} {n:03d} {'abc'!s}"
    return x + len(name), name


calls = [(torch.randn(2), 7)]
