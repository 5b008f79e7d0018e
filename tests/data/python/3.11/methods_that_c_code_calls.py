"""C code that is given numbers and texts of the program's own classes calls their methods, once and at every call."""

import math
import string

from attempts import attempt

log = []


class Text(str):
    def __str__(self):
        log.append("str")
        return "text"

    def __format__(self, specification):
        log.append("format")
        return "formatted" + specification


class Number(float):
    def __float__(self):
        log.append("float")
        return 7.5

    def __repr__(self):
        log.append("repr")
        return "shown"


class Whole(int):
    def __index__(self):
        log.append("index")
        return 1

    def __float__(self):
        log.append("float")
        return 7.5

    def __eq__(self, other):
        log.append("eq")
        return True

    def __hash__(self):
        log.append("hash")
        return 7


class Data(bytes):
    def __bytes__(self):
        log.append("bytes")
        return b"data"


class Wrong(str):
    def __str__(self):
        return 1

    __repr__ = __str__


class Kind(str):
    __str__ = lambda self: Text("kind")  # noqa: E731


OPERATIONS = [
    (Text("a"), [str, format, "{}".format, "{:>5}".format, "%s".__mod__, lambda o: f"{o}", lambda o: f"{o!s}{o}", lambda o: str([o]),
                 lambda o: "%s %r" % (o, o), lambda o: string.Template("$a").substitute(a=o), lambda o: "-".join([o]), lambda o: o + "b",
                 lambda o: o.upper(), lambda o: "abc".startswith(o), lambda o: str(ValueError(o)), lambda o: {"a": 1}[o]]),
    (Number(2.0), [math.sqrt, math.floor, lambda o: "%f" % o, str, repr, lambda o: f"{o:.1f}", lambda o: f"{o!r}", lambda o: [o], lambda o: o * 2,
                   lambda o: round(o, 1), lambda o: math.isclose(o, 2.0), lambda o: max(o, 1.0), lambda o: str({"a": o})]),
    (Whole(5), [math.sqrt, math.gcd, lambda o: math.gcd(o, 4), lambda o: f"{o:.1f}", lambda o: f"{o:d}", lambda o: "%d" % o, lambda o: "abc"[o],
                lambda o: [1, 2][o], lambda o: range(9)[o], hex, lambda o: "ab" * o, lambda o: {5: 1}.get(o), lambda o: {o}, lambda o: {o: 1},
                lambda o: dict.fromkeys([o]), lambda o: o == 3, lambda o: 3 == o, lambda o: o in [3], lambda o: len({o, 5}), lambda o: hash((o, 1)) == hash((o, 1)),
                lambda o: list(enumerate("a", o)), lambda o: (5).to_bytes(o, "big"), lambda o: pow(2, o, 3), lambda o: "a,b".split(",", o)]),
    (Data(b"ab"), [bytes, lambda o: b"%s" % o, lambda o: b"".join([o]), lambda o: o + b"c", lambda o: int.from_bytes(o, "big")]),
    (Wrong("w"), [str, repr, format, lambda o: f"{o}", lambda o: f"{o!r}", lambda o: "%s" % o, lambda o: str([o]), lambda o: str(ValueError(o))]),
    (Kind("k"), [str, lambda o: "%s" % o, lambda o: "%s!" % o, "{}".format, lambda o: f"{o}", lambda o: type(str(o)).__name__]),
]  # fmt: skip


def watched(function, value):
    log.clear()
    result = function(value)
    return type(result).__name__, result, list(log)


def program():
    results = []
    for value, functions in OPERATIONS:
        for function in functions:
            for _ in range(2):
                results.append(attempt(watched, function, value))
    return results


# expect captured
# in pieces
# as written: program
