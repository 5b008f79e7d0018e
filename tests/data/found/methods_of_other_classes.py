"""A special method that is another class's C method refuses its receiver, whatever the operand is.

Found by CPython's own tests.
"""

import torch


class Number(int):
    __eq__ = str.__eq__
    __hash__ = int.__hash__


class Text(str):
    __lt__ = int.__lt__
    __add__ = list.__add__


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except TypeError as error:
        return str(error)


def case(t):
    x = torch.ones(2)
    for function in [
        lambda x, n, s: (n == 3, x + 1),
        lambda x, n, s: (3 == n, x + 1),
        lambda x, n, s: (n in [3], x + 1),
        lambda x, n, s: ([3].index(n), x + 1),
        lambda x, n, s: (s < "b", x + 1),
        lambda x, n, s: (s + "b", x + 1),
        lambda x, n, s: (n + 1, s > "b", x + 1),
    ]:
        compiled = t.compile(function)
        for _ in range(2):
            t.equal(outcome(compiled, x, Number(3), Text("a")), outcome(function, x, Number(3), Text("a")))
