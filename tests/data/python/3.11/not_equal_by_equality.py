"""`!=` of a class that defines `==` alone asks it; containers compare what they hold by identity first."""

import abc
import types


class Point:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return isinstance(other, Point) and self.x == other.x


class Marked(Point):
    mark = 1

    def __eq__(self, other):
        return Point.__eq__(self, other) and getattr(other, "mark", 0) == self.mark

    def __gt__(self, other):
        return "asked first"


def of_a_subclass():
    # The right operand's class inherits from the left's: it is asked first, also by methods that it inherits.
    return Point(1) == Marked(1), Point(1) != Marked(1), Marked(1) != Point(1), Point(1) < Marked(1)


class Hooked(abc.ABC):
    @classmethod
    def __subclasshook__(cls, other):
        return "hook" in other.__dict__


class Has:
    hook = 1


def asked_of_itself():
    return issubclass(Hooked, Hooked), issubclass(Has, Hooked), issubclass(Point, Hooked), issubclass(Point, Point)


def program():
    one, same, other = Point(1), Point(1), Point(2)
    not_a_number = float("nan")
    record = {"a": not_a_number}
    space = types.SimpleNamespace(a=1, b=one)
    space.c = 3
    return one == same, one != same, one != other, record == record, record == dict(record), space.c, sorted(vars(space)), repr(types.SimpleNamespace(a=1)), types.SimpleNamespace(a=1) == types.SimpleNamespace(a=1), of_a_subclass(), asked_of_itself()


# expect captured
# whole
