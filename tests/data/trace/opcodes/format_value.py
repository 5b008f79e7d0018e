"""Formatting of numbers and texts."""

import torch


def fn(x, n, f):
    text = "{}-{:>5}-{!r}".format(n, f"{f:.2f}", "q") + "%d %s" % (n, "s")
    return x + len(text), text


calls = [(torch.randn(2), 3, 2.5)]
