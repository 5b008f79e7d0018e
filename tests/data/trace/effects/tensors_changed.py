"""In-place operators on arguments, on views of them, and on new tensors."""

import torch


def fn(x, y):
    x.add_(1)
    y[0].mul_(2)
    z = torch.zeros(3)
    z += x
    x.copy_(y.sum(0))
    return z, x, y.view(-1)


calls = [(torch.randn(3), torch.randn(2, 3)), (torch.randn(3), torch.randn(2, 3))]
