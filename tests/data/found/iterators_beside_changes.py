"""Iterators over a list or deque that changes while they are under way, or after their end, go on, end or raise as Python's do."""

import itertools
import operator
from collections import deque

import torch

KINDS = [
    iter,
    reversed,
    enumerate,
    lambda c: zip(c, range(6)),
    lambda c: zip(range(6), c),
    lambda c: zip(c, c, strict=True),
    lambda c: map(operator.add, c, c),
    lambda c: filter(None, c),
    lambda c: (item for item in c),
    lambda c: itertools.chain(c, c),
    lambda c: itertools.islice(c, 1, None),
    lambda c: itertools.islice(c, 0, 5, 2),
    lambda c: itertools.takewhile(lambda item: item < 3, c),
    lambda c: itertools.dropwhile(lambda item: item < 2, c),
    itertools.cycle,
    itertools.accumulate,
    lambda c: itertools.compress(c, [1, 0, 1, 1, 1]),
    lambda c: itertools.starmap(lambda *items: items, zip(c, c)),
    lambda c: itertools.zip_longest(c, [1, 2, 3, 4]),
    itertools.pairwise,
    lambda c: itertools.tee(c)[0],
    lambda c: itertools.filterfalse(lambda item: item == 2, c),
    lambda c: itertools.product(c, c),
]


def outcome(iterator):
    try:
        return next(iterator)
    except (StopIteration, RuntimeError, ValueError) as error:
        return type(error).__name__, str(error)


def remove_first(container):
    del container[0]


CHANGES = [lambda c: c.append(3), lambda c: c.insert(0, 9), remove_first, lambda c: c.clear()]


def program(make, change, kind):
    def fn(x):
        found = []
        for steps in (0, 1, 2, 5):
            container = kind([1, 2, 4])
            iterator = make(container)
            found.append([outcome(iterator) for _ in range(steps)])
            change(container)
            found.append([outcome(iterator) for _ in range(3)])
        return x + 1, found

    return fn


def case(t):
    for make in KINDS:
        for change in CHANGES:
            for kind in (list, deque):
                fn = program(make, change, kind)
                t.equal(t.compile(fn)(torch.ones(1)), fn(torch.ones(1)))
