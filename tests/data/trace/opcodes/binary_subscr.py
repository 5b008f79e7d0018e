"""Subscripts of tensors, lists, dicts and tuples."""

import torch


def fn(x, items, names):
    return x[0] + x[:, 1] + x[..., -1] + items[1] * names["b"] + x[1:, None][0, 0]


calls = [(torch.randn(3, 3), [1, 2], {"a": 1, "b": 5})]
