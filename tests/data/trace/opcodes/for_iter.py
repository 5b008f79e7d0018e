"""Loops over lists, dicts, ranges, zips, with `else`, `break` and `continue`."""

import torch


def fn(x, items, d):
    for i, (a, b) in enumerate(zip(items, items[1:])):
        if i == 1:
            continue
        x = x + a * b
    else:
        x = x * 2
    for key in d:
        x = x + len(key)
    for key, value in d.items():
        if value > 1:
            break
        x = x - value
    for i in reversed(range(0, 6, 2)):
        x = x + i
    return x


calls = [(torch.randn(3), [1, 2, 3, 4], {"a": 1, "bb": 2, "c": 3})]
