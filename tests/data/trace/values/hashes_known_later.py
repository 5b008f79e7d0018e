"""The hash of an object that the trace makes is a number that only running code knows."""

import torch


class Plain:
    pass


class Named:
    def __init__(self):
        self.key = Plain()

    def __hash__(self):
        return hash(self.key)


def compared(x):
    one, other = Plain(), Plain()
    seen = {one: 1, other: 2}
    pairs = {(one, 1): 5, (other, 1): 6, ((one, x), 2): 7}
    return (
        x * seen[other] * pairs[other, 1], hash(one) == hash(one), one in {other}, len({one, other, one}), pairs[(one, x), 2],
        (one, 2) in pairs, hash((one, 1)) == hash((one, 1)),
    )  # fmt: skip


def as_a_key(x):
    one = Plain()
    seen = {hash(one): 3}
    return x * seen[hash(one)]


def returned(x):
    one, function = Plain(), lambda: x
    return hash(one), one, hash(function), function


def of_another(x):
    one, other = Plain(), Plain()
    return x + 1, hash(one) == hash(other), hash(one) % 1


def of_program(x):
    return x * {Named(): 2}.popitem()[1]


def case(t):
    x = torch.ones(2)
    for function in (compared, as_a_key):
        t.equal(t.compile(function, fullgraph=True)(x), function(x))
    number, one, other, function = t.compile(returned)(x)
    assert number == hash(one) and other == hash(function)
    for function in (of_another, of_program):
        t.equal(t.compile(function)(x), function(x))
