"""`__dir__` gives the names of a class before those of its bases, each base with its own behind it."""

import torch


class Left:
    kind, left = 1, 2


class Right:
    kind, right = 3, 4


class Both(Left, Right):
    both = 5


class Named(KeyError):
    kind = 6

    def __lt__(self, other):
        return True


def fn(x, value):
    value.own = x
    return x + 1, value.__dir__(), type(value).__dir__(type(value))


def calls():
    yield torch.ones(2), Both()
    yield torch.ones(2), Named("a")
