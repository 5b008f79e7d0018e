"""Comprehensions, which later versions run in the frame of their function."""


def hidden(xs, x="outer"):
    squares = [x * x for x in xs]
    return squares, x


def unbound_afterwards(xs):
    found = {item: index for index, item in enumerate(xs)}
    try:
        return index  # noqa: F821
    except NameError as error:
        return found, type(error).__name__


def captured(xs, i=10):
    plus = [lambda: i for i in xs]
    return [f() for f in plus], i


def captured_outside(xs):
    total = 100
    add = lambda: total  # noqa: E731
    return [add() + total for total in xs], add(), total


def nested(rows):
    return [[y + x for y in row] for x, row in enumerate(rows)], {x for row in rows for x in row if x % 2}


def raising(xs, x=1):
    try:
        return [10 // x for x in xs]
    except ZeroDivisionError:
        return "caught", x


def raising_unbound(xs):
    try:
        [10 // y for y in xs]
    except ZeroDivisionError:
        pass
    try:
        return y  # noqa: F821
    except UnboundLocalError:
        return "unbound"
    except NameError:
        return "unbound"


def with_output(xs, x=0):
    ys = [print("item", x) or x for x in xs]
    print("after", x)
    return ys, x


def walrus(xs):
    return [last := x for x in xs], last


class Scales:
    factor = 3

    def scaled(self, xs):
        return [self.factor * x + __class__.factor for x in xs]


def program():
    return [
        hidden([1, 2]), hidden([]), unbound_afterwards("ab"), captured([1, 2, 3]), captured_outside([1, 2]),
        nested([[1, 2], [3]]), raising([5, 0]), raising([5]), raising_unbound([0]), with_output([1, 2]),
        walrus([1, 2]), Scales().scaled([1]), sum(x for x in [1, 2]), list(map(str, (x for x in (1, 2)))),
    ]


# expect captured
# in pieces
