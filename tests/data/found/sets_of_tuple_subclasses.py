"""What a set holds is the item that it got first, also where an equal one of another class hashes the same (tests/fuzz --same-values)."""

import collections

import torch

config = {"recompile_limit": 64}
Pair = collections.namedtuple("Pair", "a b")


class Tuple(tuple):
    pass


def added(a, b):
    items = {a}
    items.add(b)
    return items


def popped(a, b):
    return added(a, b).pop()


def updated(a, b):
    items = set({a})
    items &= {b}
    return items


def fn(x, a, b, operation):
    return x + 1, operation(a, b)


def calls():
    x = torch.ones(2)
    operations = (lambda a, b: {a, b}), added, popped, updated, (lambda a, b: {a} | {b}), (lambda a, b: frozenset([a]) | {b})
    for a in Tuple((1, 2)), Pair(1, 2), torch.Size([1, 2]):
        for operation in operations:
            yield x, a, (1, 2), operation
            yield x, (1, 2), a, operation
