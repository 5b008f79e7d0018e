"""Annotations of functions made inside, and containers that hold themselves."""

import dataclasses


def annotated():
    def inner(a: int, b: "text" = 2) -> float:  # noqa: F821
        return a

    return inner


def data_class():
    @dataclasses.dataclass
    class Point:
        x: int
        y: int = 3

    return Point.__doc__, Point(1) == Point(1), Point(1) == Point(2), repr(Point(1))


def cycles():
    numbers = [0, 1]
    numbers.append(numbers)
    table = {1: None}
    table[1] = table
    return repr(numbers), str(table)


def program():
    return annotated().__annotations__, data_class(), cycles()


# expect captured
# in pieces
