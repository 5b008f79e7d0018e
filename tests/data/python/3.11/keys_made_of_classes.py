"""Tuples and frozensets of classes, enum members and functions are keys by what they hold, in dicts of either side."""

import enum


class Base:
    pass


class Derived(Base):
    pass


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Text(str):
    def __eq__(self, other):
        return str.__eq__(self, other.lower() if isinstance(other, str) else other)

    __hash__ = str.__hash__


TABLE = {(Base, Derived): "both", (Base, Base): "base", frozenset([Base, Colour.RED]): "set", (Colour.RED, (len, 1)): "nested"}
MEMO = {}


def find(p, q):
    matches = [pair for pair in TABLE if isinstance(pair, tuple) and pair[0] is p and pair[1] is q]
    return TABLE[matches[0]] if matches else None


def remembered(p, q):
    try:
        return MEMO[type(p), type(q)]
    except KeyError:
        MEMO[type(p), type(q)] = len(MEMO)
        return "new"


def program():
    MEMO.clear()
    made = {(Base, Colour.BLUE): 1, frozenset([Base, (len, Derived)]): 2, (Text("a"), Base): 3}
    return [
        TABLE[Base, Derived],
        TABLE.get((Derived, Base)),
        TABLE[frozenset([Colour.RED, Base])],
        TABLE[Colour.RED, (len, 1)],
        find(Base, Base),
        find(Derived, Base),
        remembered(Base(), Derived()),
        remembered(Base(), Derived()),
        remembered(Derived(), Derived()),
        remembered(Base(), Derived()),
        made[Base, Colour.BLUE],
        made[frozenset([(len, Derived), Base])],
        (Text("a"), Base) in made,
        ("A", Base) in made,
        len({(Base, Base), (Base, Base), (Base, Derived)}),
        sorted(str(key) for key in MEMO) == sorted(str(key) for key in [(Base, Derived), (Derived, Derived)]),
    ]


# expect captured
# in pieces
