"""Keys whose hash or equality is Python code, alone or in a tuple: a guard sees when one that was missed comes, and when
one that was found goes."""

import enum


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1


class Name(str):
    pass


TABLE, SET = {}, set()


def found(x):
    pair = TABLE.get((Colour.RED, 1)), TABLE.get(frozenset([Colour.RED])), TABLE.get(Colour.BLUE)
    return x + 1, pair, TABLE.get(Name("a")), TABLE.get(Level.LOW), (Colour.RED, 2) in SET


def removed(x):
    return TABLE.pop((Colour.RED, 1), None), x + 1


def case(t):
    compiled, removes = t.compile(found, fullgraph=True), t.compile(removed, fullgraph=True)
    for key in None, (Colour.RED, 1), frozenset([Colour.RED]), Colour.BLUE, Name("a"), 1, (Colour.RED, 1):
        TABLE[key] = len(TABLE)
        for _ in range(2):
            t.equal(compiled(1), found(1))
    SET.add((Colour.RED, 2))
    for _ in range(2):
        t.equal(compiled(1), found(1))
    del TABLE[Name("a")], TABLE[1]
    for _ in range(2):
        t.equal(compiled(1), found(1))
    before = TABLE[Colour.RED, 1]
    assert removes(1) == (before, 2) and removes(1) == (None, 2)
    TABLE[Colour.RED, 1] = 5
    assert removes(1) == (5, 2) and (Colour.RED, 1) not in TABLE
