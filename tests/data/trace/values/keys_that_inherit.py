"""Keys of classes that inherit hash and equality of texts, numbers and tuples, ranges, and members of enums among ints."""

import enum
import typing

import torch


class Whole(int):
    pass


class Name(str):
    pass


class Pair(tuple):
    pass


class Point(typing.NamedTuple):
    x: int
    y: int


class Third(int):
    def __eq__(self, other):
        return int(self) % 3 == int(other) % 3

    def __hash__(self):
        return int(self) % 3


class Kind(enum.IntEnum):
    ONE = 1


class Colour(enum.StrEnum):
    RED = "red"


KNOWN = {Whole(1): 5, Name("k"): 6, Pair((1, 2)): 7, Point(1, 3): 8, Kind.ONE.name: 9}


def made_inside(x):
    d = {Whole(1): x, "a": x + 2, Pair((1, 2)): x + 3, range(0, 4, 2): x + 4, Colour.RED: x + 5, Third(10): x + 6}
    return (
        d[1], d[Name("a")], d[Kind.ONE], d[(1, 2)], d[Point(1, 2)], d[range(0, 3, 2)], d["red"], len({Kind.ONE, 1, Whole(1)}), Whole(2) in d,
        (1, 3) in d, range(5) in d, d[Third(7)],
    )  # fmt: skip


def from_outside(x, key):
    return x, KNOWN[1], KNOWN["k"], KNOWN[(1, 2)], KNOWN[(1, 3)], KNOWN.get(Point(1, 2)), KNOWN.get(key), Kind.ONE in KNOWN, hash(key) == hash(Point(1, 3))


def mapped(x, key):
    return {Whole(1): x + 1}.get(key)


def case(t):
    x = torch.ones(2)
    compiled = t.compile(made_inside, fullgraph=True)
    t.equal([compiled(x), compiled(x + 1)], [made_inside(x), made_inside(x + 1)])
    for key in Point(1, 3), Pair((1, 2)), Name("k"), Whole(4):
        t.equal(t.compile(from_outside, fullgraph=True)(x, key), from_outside(x, key))
    compiled = t.compile(mapped, fullgraph=True)
    t.equal(compiled(x, Whole(1)), x + 1)
    # What the class says is guarded.
    Whole.__hash__, Whole.__eq__ = lambda self: 7, lambda self, other: False
    t.equal(compiled(x, Whole(1)), None)
