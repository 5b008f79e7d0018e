"""A break inside a called function: the call runs as a frame of its own."""

import torch


def inner(x):
    x = torch.sin(x)
    print(end="")
    return torch.cos(x)


def fn(x):
    for _ in range(3):
        x = inner(x) + 1
    return x


calls = [(torch.randn(4),), (torch.randn(4),)]
