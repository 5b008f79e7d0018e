"""Calls of Python functions with every kind of argument."""

import torch


def callee(a, b=2, *rest, c, d=4, **more):
    return a * b + c * d + sum(rest) + more.get("e", 0)


def positional_only(a, /, b):
    return a - b


def fn(x):
    y = callee(x, c=3) + callee(x, 5, 6, 7, c=1, d=2, e=9)
    return y + positional_only(x, b=1) + (lambda z: z * 2)(x)


calls = [(torch.randn(3),)]
