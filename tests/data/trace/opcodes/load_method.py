"""Methods of Python classes, of C types, bound and kept."""

import torch


class Box:
    def __init__(self, n):
        self.n = n

    def times(self, x):
        return x * self.n


def fn(x, box):
    keep = box.times
    names = " a b ".strip().split()
    return keep(x) + box.times(x) + x.add(1).mul(2), [n.upper() for n in names], ",".join(names)


calls = [(torch.randn(2), Box(3))]
