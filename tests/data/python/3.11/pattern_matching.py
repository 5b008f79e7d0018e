"""`match`: literals, captures, sequences, mappings, classes, guards, alternatives."""


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


def describe(value):
    match value:
        case 0 | 1:
            return "small"
        case int(n) if n < 0:
            return f"negative {n}"
        case [first, *rest]:
            return ("sequence", first, rest)
        case {"kind": kind, **others}:
            return ("mapping", kind, others)
        case Point(0, y):
            return ("on the axis", y)
        case Point(x=x, y=y):
            return ("point", x, y)
        case str() as text:
            return ("text", text)
        case None:
            return "none"
        case _:
            return "other"


def program():
    values = [0, -5, 7, [1, 2, 3], (), {"kind": "k", "a": 1}, {}, Point(0, 2), Point(3, 4), "s", None, 2.5]
    return [describe(v) for v in values]


# expect captured
# whole
