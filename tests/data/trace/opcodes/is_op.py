"""Identity of constants, objects and tensors."""

import torch


def fn(x, y, z=None):
    if z is None and x is not y and y is y:
        return x + y
    return x - y


calls = [(torch.randn(2), torch.randn(2)), (torch.randn(2), torch.randn(2), 1)]
