"""What is unpacked into calls, what Python code says of numbers and texts, views that are walked backwards, enums among ints."""

import collections
import enum
import math
import sys

from attempts import attempt


class Overriding(dict):
    def keys(self):
        return ["a"]

    def __getitem__(self, key):
        return 7


class Iterating(Overriding):
    def __iter__(self):
        return iter(["b"])


class Mapping:
    def keys(self):
        return ["a", "b"]

    def __getitem__(self, key):
        return len(key) + 2


class Failing:
    def keys(self):
        raise AttributeError("gone")


class Iterated:
    def __iter__(self):
        return iter(())


def named(**keywords):
    return keywords


def two(a, b=2):
    return a, b


def keywords():
    return (
        named(**Overriding(z=3)), named(**Iterating(z=3)), named(**Mapping()), named(c=1, **Mapping()), named(**collections.OrderedDict(x=1)),
        named(**collections.UserDict(x=1), **collections.ChainMap({"y": 2})), named(**collections.Counter("aab")),
    )  # fmt: skip


def refused():
    return (
        attempt(lambda: two(**{"a": 1}, a=2)), attempt(lambda: two(**{"a": 1}, **{"a": 2})), attempt(lambda: two(*5)), attempt(lambda: two(1, *5)),
        attempt(lambda: two(**5)), attempt(lambda: [*5]), attempt(lambda: two(**Failing())), attempt(lambda: two(*Failing())), attempt(lambda: two(**Iterated())),
        attempt(lambda: [*Failing()]), attempt(lambda: len(**5)), attempt(lambda: Mapping.keys(*5)),
    )  # fmt: skip


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


class Number:
    def __floor__(self):
        return "floor"

    def __ceil__(self):
        return "ceil"

    def __trunc__(self):
        return "trunc"

    def __pow__(self, other, modulus=None):
        return "pow", other, modulus


class Real:
    def __float__(self):
        return 2.5


def numbers():
    return (
        math.floor(Number()), math.ceil(Number()), math.trunc(Number()), math.floor(Real()), math.ceil(Real()), pow(Number(), 2, 5), pow(Number(), 2),
        bin(Index(5)), oct(Index(8)), hex(Index(-255)), bin(True), int("ff", base=16), int("0b11", base=0), int(b"12"), attempt(int, "zz", 10),
        attempt(lambda: int(base=3)), attempt(lambda: int("zz", base=10)), attempt(bin, 2.5), attempt(math.trunc, "a"),
    )  # fmt: skip


class Point(collections.namedtuple("Point", "x y")):
    pass


def texts():
    shown = Point(1, [2])
    return (
        "%s and %r" % shown, "%s" % (shown,), "%5s|%-4s|%.2s" % ([1], (), {}), "%(a)s %(b)d" % {"a": [1], "b": 3}, "%s%%" % [5], "%a" % ["é"],
        "%d %5.1f %s" % (3, 2.55, Index), "none" % [1], "%s" % [1, 2],
        attempt(lambda: "%s %s" % ([1],)), attempt(lambda: "%s" % ([1], 2)), attempt(lambda: "%(a)s" % ([1],)), attempt(lambda: "%(a)s" % Real()),
        attempt(lambda: "none" % Real()), attempt(lambda: "%d" % [1]), attempt(lambda: "%s %d" % ([1], "x")), attempt(lambda: "%(a)s %(b)d" % {"a": [1], "b": "x"}),
        attempt(lambda: "%s%s%s" % ([1], 2)), attempt(lambda: "%s%s" % ([1], 2, 3)),
    )  # fmt: skip


class Shown(int):
    def __str__(self):
        return "shown"


class ShownText(str):
    def __str__(self):
        return "shown text"


def formatted():
    number, text = Shown(5), ShownText("a")
    return (
        format(number, ""), f"{number}", f"{number:3}", int.__format__(number, ""), f"{text}", f"{text:>3}", str.__format__(text, ""), f"{True}", f"{2.5}",
        f"{1j}", format(3, ""), float.__format__(2.5, ".2f"), complex.__format__(1j, ""), attempt(lambda: super(1, int)), attempt(lambda: super("a", 1)),
    )  # fmt: skip


def backwards():
    d = {"a": 1, "b": 2}
    last = reversed(d.items())
    taken = next(last)
    return list(reversed(d.values())), list(reversed(d.items())), list(reversed(d.keys())), taken, list(last), type(reversed(d.values())).__name__


def changed_meanwhile():
    d = {"a": 1, "b": 2}
    for value in reversed(d.values()):
        d[value] = value


def leaves():
    d = {"a": 1, "b": 2, "c": 3}
    last, items = reversed(d.values()), reversed(d.items())
    next(last)
    return last, items


def enums():
    class Whole(enum.IntEnum):
        A = enum.auto()
        B = 5

    class Bits(enum.IntFlag):
        A = 1
        B = 2

    class Text(enum.StrEnum):
        A = enum.auto()

    made = enum.Enum("Made", "X Y")
    ints = enum.IntEnum("Ints", {"P": 3})
    return (
        Whole.A + Whole.B, int(Bits.A | Bits.B), Bits.A in Bits(3), Text.A + "b", f"{Text.A}", made.Y.value, made.__module__, [one.name for one in made],
        repr(Whole.A), str([Whole.B]), f"{Whole.A!r} {Whole.A}", "%s %r" % (Text.A, Text.A), Whole.A < Whole.B, Whole(5) is Whole.B, Whole["A"].name,
        ints.P * 2, {Whole.A: 1}[1], {1: 2}[Whole.A], sys._getframe().f_globals["__name__"],
    )  # fmt: skip


def program():
    left = leaves()
    return (
        keywords(), refused(), numbers(), texts(), formatted(), backwards(), attempt(changed_meanwhile), enums(), [type(one).__name__ for one in left], list(left[0]),
        list(left[1]),
    )  # fmt: skip


# expect captured
# in pieces
