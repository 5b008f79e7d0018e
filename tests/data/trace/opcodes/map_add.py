"""Dict comprehensions."""

import torch


def fn(x, names):
    return {name: x * i for i, name in enumerate(names)}


calls = [(torch.randn(2), ["a", "b", "c"])]
