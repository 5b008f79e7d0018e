"""Dicts and sets whose keys are of classes with `__hash__` and `__eq__` in Python."""

import dataclasses


class Key:
    def __init__(self, a):
        self.a = a

    def __hash__(self):
        return hash(("key", self.a))

    def __eq__(self, other):
        return isinstance(other, Key) and self.a == other.a

    def __repr__(self):
        return f"Key({self.a})"


class LikeAnInt:
    """Equal to an int, and with its hash."""

    def __init__(self, a):
        self.a = a

    def __hash__(self):
        return self.a

    def __eq__(self, other):
        return self.a == (other.a if isinstance(other, LikeAnInt) else other)

    def __repr__(self):
        return f"like {self.a}"


class AllAlike:
    def __hash__(self):
        return -1


class Unhashable:
    def __eq__(self, other):
        return True


@dataclasses.dataclass(frozen=True)
class Point:
    x: int
    y: int = 0


class Asked:
    def __init__(self):
        self.times = 0

    def __hash__(self):
        self.times += 1
        return 5


class Number(int):
    def __hash__(self):
        return 10 - int(self)

    def __eq__(self, other):
        return int(self) == int(other)


outside = Key(1)


def orders():
    asked = Asked()
    {}.setdefault(asked, 1)
    return (
        list({LikeAnInt(5), LikeAnInt(1), 3}), list(frozenset([LikeAnInt(5), LikeAnInt(1)])), [int(one) for one in {Number(1), Number(5), Number(3)}],
        list(dict.fromkeys({Number(1), Number(2)})), {LikeAnInt(9), LikeAnInt(2)}.pop(), asked.times,
    )  # fmt: skip


def program():
    table = {Key(1): "one", Key(2): "two"}
    table[Key(1)] = "uno"
    table[outside] = "un"
    again = {**table, Key(3): 3}
    del again[Key(2)]
    numbers = {LikeAnInt(3): "a", 4: "b", LikeAnInt(4): "c"}
    numbers[3] = "d"
    points = {Point(1), Point(1, 0), Point(2)}
    alike = {AllAlike(): 1, AllAlike(): 2}
    try:
        {Unhashable(): 1}
    except TypeError as error:
        refused = str(error)
    return (
        repr(table), table[Key(2)], Key(5) in table, table.get(Key(7), "none"), repr(again), repr(numbers), numbers[LikeAnInt(4)], len(points),
        Point(2) in points, hash(Point(1)) == hash(Point(1)), hash(LikeAnInt(5)), hash(AllAlike()), len(alike), refused,
        repr(orders()), repr(sorted(dict.fromkeys([Key(1), Key(1), Key(2)]), key=lambda key: key.a)),
    )


# expect captured
# in pieces
