"""C functions that are traced as Python: the error of a wrong name of an argument was the Python function's, `map` took no
iterable at all, and a specification that is no text was said to have no `endswith`."""

import collections
import heapq
import operator

import torch

CALLS = [
    lambda: sorted([2, 1], start=0),
    lambda: {1}.union([2], strict=True),
    lambda: {1}.__le__({2}, other={3}, more=1),
    lambda: [1].index(value=1),
    lambda: [1].count(items=1),
    lambda: slice(3).indices(4, length=5),
    lambda: heapq.heapify([], key=1),
    lambda: operator.countOf([], 1, repeat=2),
    lambda: operator.indexOf([], default=2),
    lambda: collections.deque([1]).__lt__(strict=()),
    lambda: sum([1], begin=2),
    lambda: sum(1.5, "start"),
    lambda: sum([], "start"),
    lambda: max([1], keys=len),
    lambda: collections.defaultdict.fromkeys([1], repeat=2),
    lambda: dict.fromkeys([1], repeat=2),
    lambda: map(len),
    lambda: map(),
    lambda: map(function=len, iterable=[]),
    lambda: list(map(len, ["a", "bc"])) + list(map(pow, [2, 3], (3, 2), strict=False)),
    lambda: list(map(pow, [2, 3], (3, 2))),
    lambda: (5).__format__(...),
    lambda: (0.5).__format__(b"f"),
    lambda: (1j).__format__(None),
    lambda: operator.concat(range(3), [1]),
    lambda: operator.concat([1], [2]),
]


def tried(call):
    try:
        return call()
    except TypeError as error:
        return str(error)


def fn(x, call):
    return x + 1, tried(call)


def calls():
    for call in CALLS:
        yield torch.ones(2), call


config = {"recompile_limit": 64}
