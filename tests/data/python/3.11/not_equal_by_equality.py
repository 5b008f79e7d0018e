"""`!=` of a class that defines `==` alone asks it; containers compare what they hold by identity first."""

import types


class Point:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return isinstance(other, Point) and self.x == other.x


def program():
    one, same, other = Point(1), Point(1), Point(2)
    not_a_number = float("nan")
    record = {"a": not_a_number}
    space = types.SimpleNamespace(a=1, b=one)
    space.c = 3
    return one == same, one != same, one != other, record == record, record == dict(record), space.c, sorted(vars(space)), repr(types.SimpleNamespace(a=1)), types.SimpleNamespace(a=1) == types.SimpleNamespace(a=1)
