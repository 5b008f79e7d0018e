"""A dict display with constant keys."""

import torch


def fn(x):
    return {"a": x + 1, "b": x * 2, "c": 3}


calls = [(torch.randn(3),)]
