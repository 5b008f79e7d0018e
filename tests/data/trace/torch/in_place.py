"""Methods with a trailing underscore, item stores and augmented assignment change the tensor in the graph."""

import torch


def fn(x):
    x.add_(1)
    x[0] = 5
    x[:, 1] += 2
    y = x.clone()
    y *= 2
    return y, x.T, x.mT, x[0]


calls = [(torch.arange(6.0).reshape(2, 3),)]
