"""Calls with unpacked arguments."""

import torch


def callee(a, b, c=1, **more):
    return a + b * c + len(more)


def fn(x, args, kwargs):
    return callee(x, *args, **kwargs) + callee(*(x, x), **{"c": 2, "d": 3})


calls = [(torch.randn(3), (2,), {"c": 5}), (torch.randn(3), (2,), {"c": 5})]
