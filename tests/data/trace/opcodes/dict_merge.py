"""Keyword arguments from several dicts, and their clash."""

import torch


def callee(x, **kwargs):
    return x + sum(kwargs.values()), kwargs


def fn(x, a, b):
    return callee(x, **a, **b)


calls = [(torch.randn(2), {"p": 1}, {"q": 2}), (torch.randn(2), {"p": 1}, {"p": 2})]
