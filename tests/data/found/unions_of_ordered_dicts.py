"""`a | b` is of the left one's class where that is an OrderedDict, also when the right one's `__ror__` is asked (tests/fuzz --special-methods)."""

import collections

import torch


class Ordered(collections.OrderedDict):
    def __ror__(self, other):
        return super().__ror__(other)


config = {"recompile_limit": 16}


def fn(x, left, right):
    return x + 1, left | right, Ordered(c=3) | right, left | Ordered(c=3), collections.OrderedDict(c=3) | Ordered(d=4)


def calls():
    x = torch.ones(2)
    mappings = {"a": 1}, collections.OrderedDict(b=2), Ordered(a=3), collections.Counter("a")
    for left in mappings:
        for right in mappings:
            yield x, left, right
