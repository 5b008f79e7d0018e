"""A dict display with keys that are values, and with unpacking."""

import torch


def fn(x, key, more):
    return {key: x + 1, **more, "z": x}


calls = [(torch.randn(3), "k", {"a": 1})]
