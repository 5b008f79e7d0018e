"""Since 3.15 a dict goes together with a frozen one (CPython's test_ordered_dict)."""

import builtins
from collections import OrderedDict, defaultdict

import torch

frozen = getattr(builtins, "frozendict", dict)


def joined(one, other):
    items = one | other, one.__ror__(other), one.__or__(other)
    return [(type(item).__name__, list(item.items())) for item in items], one == other, one != other, one.__eq__(other)


def fn(x, other):
    y = x + 1
    return joined(OrderedDict(a=1), other), joined({"a": 1}, other), joined(defaultdict(int, a=1), other), y * 2


def calls():
    for entries in ({"b": 2}, {"a": 1}):
        yield torch.ones(2), frozen(entries)
