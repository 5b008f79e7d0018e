"""C code that is given an object of the program's asks it for its value, text or number: at each call."""

import enum
import math
import os
import struct

import torch

from scenarios import check, outcome

x = torch.ones(2)


def texts(compile):
    asked = []

    class Kind(enum.Enum):
        A = 1

        def __str__(self):
            asked.append("str")
            return f"str {len(asked)}"

        def __repr__(self):
            asked.append("repr")
            return f"repr {len(asked)}"

        def __format__(self, specification):
            asked.append("format")
            return f"format {len(asked)}"

    @compile
    def run(x):
        written = ["%s" % Kind.A, "{}".format(Kind.A), f"{Kind.A}", f"{Kind.A!r}", ascii(Kind.A), str(Kind.A), "%r" % (Kind.A,)]
        return x + 1, written, "%s %s" % (Kind.A, 1), "{!r:>9}".format(Kind.A), "%a" % Kind.A, repr([Kind.A])

    return [run(x), list(asked), run(x), asked]


def texts_of_classes(compile):
    asked = []

    class Meta(type):
        def __repr__(cls):
            asked.append(cls)
            return f"class {len(asked)}"

    Made = Meta("Made", (), {})
    run = compile(lambda x: (x + 1, "%s" % Made, "{}".format(Made), f"{Made!r}", ascii(Made), repr([Made]), repr({"a": Made})))
    return [run(x), len(asked), run(x), len(asked)]


def numbers(compile):
    asked = []

    class Kind(enum.Enum):
        A = 1

        def __float__(self):
            asked.append("float")
            return 2.0

        def __index__(self):
            asked.append("index")
            return 3

        def __floor__(self):
            asked.append("floor")
            return 4

        def __bytes__(self):
            asked.append("bytes")
            return b"q"

        def __bool__(self):
            asked.append("bool")
            return False

        def __fspath__(self):
            asked.append("path")
            return "q"

    A = Kind.A
    questions = [lambda: math.sqrt(A), lambda: math.floor(A), lambda: bytes(A), lambda: struct.pack("?", A), lambda: chr(A)]
    questions += [lambda: float(A), lambda: math.gcd(A, 9), lambda: "%5.1f" % A, lambda: math.isclose(A, 2.0), lambda: hex(A)]
    questions += [lambda: "abc".center(A), lambda: "aa".replace("a", "b", A), lambda: os.path.join(A, "b"), lambda: "ab" * A]
    seen = []
    for question in questions:
        run = compile(lambda x, question=question: (x + 1, outcome(question)))
        for _ in range(2):
            seen += [run(x), list(asked)]
            asked.clear()
    return seen


def overridden(compile):
    asked = []

    class Whole(int):
        def __float__(self):
            asked.append("float")
            return 9.0

    whole = Whole(4)
    run = compile(lambda x: (x + 1, math.sqrt(whole), "%d" % whole, whole + 1, whole * 2.5))
    return [run(x), list(asked), run(x), asked]


def missing(compile):
    asked = []

    class Kind(enum.Enum):
        A = 1

        @classmethod
        def _missing_(cls, value):
            asked.append(value)
            return cls.A

    run = compile(lambda x, value: x + Kind(value).value)
    return [run(x, 1), run(x, 7), list(asked), run(x, 7), asked]


def replacements(compile):
    import re

    found, pattern = [], re.compile("a")
    run = compile(lambda x: (x + 1, pattern.subn(lambda match: found.append(match[0]) or "b", "aXa")))
    return [run(x), len(found), run(x), len(found)]


def plain(compile):
    """Members of enums that are numbers or texts are looked into."""

    class Whole(enum.IntEnum):
        A = 1
        B = 2

    class Text(str, enum.Enum):
        A = "a"

    class Flags(enum.IntFlag):
        A = 1
        B = 2

    @compile
    def run(x):
        written = ["%s|%d|%r" % (Whole.A, Whole.A, Whole.B), f"{Whole.A}|{Text.A}|{Whole.A!r}", f"{Whole.A:>5}", str(Text.A)]
        computed = [Whole.A + 1, 1 + Whole.B, Whole.A * 2.5, Text.A + "z", math.sqrt(Whole.B), math.floor(Whole.B), hex(Whole.B)]
        computed += ["abc"[Whole.A], "abc"[Whole.A : Whole.B], ",".join([Text.A]), "a".startswith(Text.A), os.path.join(Text.A, "b")]
        written += [repr(len), repr(str.upper), repr(int.__add__), repr(dict[str, int | None]), "aä".encode(), b"a".decode("ascii")]
        return x.sum(Whole.A - 1), written, computed, Flags.A | Flags.B, Flags(3), Flags.A in Flags(3), Whole(2), Text("a")

    return [run(x), run(x)]


def case(t):
    check(t, texts, texts_of_classes, numbers, overridden, missing, replacements, plain)
