"""Unpacking of sequences, with a star, nested, and of tensors."""

import torch


def fn(x, items):
    a, (b, c), *rest = items
    first, *_, last = range(5)
    p, q = x
    return p * a + q * b + c + len(rest) + first + last


calls = [(torch.randn(2, 3), [1, (2, 3), 4, 5])]
