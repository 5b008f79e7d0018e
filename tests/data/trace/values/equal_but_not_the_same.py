"""Keys and items that are equal and yet can be told apart do not stand for each other (tests/fuzz/same_values.py tries more)."""

import datetime
import decimal
import math

import torch

from scenarios import check

x = torch.ones(2)
PAIRS = [
    (range(0, 3, 2), range(0, 4, 2)),
    (range(0), range(5, 5)),
    (range(0, 1), range(False, True)),
    (frozenset([0, 8]), frozenset([8, 0])),
    (frozenset([1, 2]), frozenset([True, 2])),
    (decimal.Decimal("1.0"), decimal.Decimal("1.00")),
    (datetime.datetime(2020, 1, 1), datetime.datetime(2020, 1, 1, fold=1)),
    (datetime.timezone(datetime.timedelta(0), "A"), datetime.timezone(datetime.timedelta(0), "B")),
    (0.0, -0.0),
    (1, True),
]


def look(value):
    if isinstance(value, range):
        return value.start, value.stop, value.step, type(value.start).__name__
    if isinstance(value, float):
        return math.copysign(1, value)
    if isinstance(value, (tuple, set, frozenset)):
        return [look(item) for item in value]
    return repr(value)


def of(a, b):
    def keys(compile):
        run = compile(lambda x, held: (x + 1, look(list(held)[0]), [look(key) for key in held]))
        return [run(x, {value: 1}) for value in (a, b, a, (a,), (b,), (a,))]

    def items(compile):
        # In a function of its own: a loop that breaks, in a frame that itself loops, leaves nothing to capture.
        run = compile(lambda x, held: (x + 1, look(tuple(held))))
        return [run(x, kind([value])) for kind in (set, frozenset, tuple) for value in (a, b, a, (b,), (a,))]

    def kept_by_sets(compile):
        def operate(x, one, other):
            updated = set(one)
            updated &= other
            return x + 1, look(one & other), look(one.intersection(list(other))), look(updated), look(one | other), look(one ^ other)

        run = compile(operate)
        return [run(x, {one}, {other}) for one in (a, b) for other in (a, b)]

    return keys, items, kept_by_sets


def kept_by_views(compile):
    run = compile(lambda x, one, other: (x + 1, look(one.keys() & other), look(other & one.keys()), look(one.keys() & dict.fromkeys(other).keys())))
    sizes = [({1: 0}, {True}), ({1: 0}, {True, 2}), ({1: 0, 2: 0}, {True}), ({True: 0}, {1})]
    return [run(x, *pair) for pair in sizes]


def case(t):
    check(t, *(scenario for pair in PAIRS for scenario in of(*pair)), kept_by_views)
