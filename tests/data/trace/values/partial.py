"""functools.partial: made outside and inside, nested, with keywords."""

import functools

import torch


def scaled(x, a, b=1):
    return x * a + b


outside = functools.partial(scaled, b=3)


def fn(x):
    inside = functools.partial(outside, a=2)
    return outside(x, 5), inside(x), inside(x, b=0), inside.keywords


calls = [(torch.randn(2),)]
