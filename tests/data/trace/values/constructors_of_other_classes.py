"""`__new__` of a class of C makes instances of the classes that CPython lets it, and raises for others as CPython does."""

import torch


class Marked:
    def __new__(cls, *arguments):
        made = object.__new__(cls)
        made.mark = len(arguments)
        return made


class Bare(Marked):
    """The constructor of its base is hidden, and still in its slot."""

    __new__ = object.__new__


class BareWithInit(Bare):
    def __init__(self, *arguments):
        pass


class Inheriting(Marked):
    pass


class OfDict(dict):
    pass


class Text(str):
    def __new__(cls, text):
        return str.__new__(cls, text + "!")


class PlainText(Text):
    __new__ = str.__new__


class OfBoth(Bare, list):
    pass


class Hidden:
    __new__ = object.__new__


class HiddenList(Hidden, list):
    """The constructor in its slot is that of list, whatever is found first."""


class HiddenError(Hidden, ValueError):
    pass


MAKERS = [
    lambda: list.__new__(dict),
    lambda: tuple.__new__(list),
    lambda: object.__new__(list),
    lambda: object.__new__(OfDict),
    lambda: object.__new__(OfBoth),
    lambda: int.__new__(str),
    lambda: dict.__new__(OfDict),
    lambda: list.__new__(OfBoth),
    lambda: BaseException.__new__(ValueError, 3).args,
    lambda: Exception.__new__(dict),
    lambda: object.__new__(Marked).__dict__,
    lambda: Inheriting(1, 2).mark,
    lambda: Bare().__dict__,
    lambda: Bare(1),
    lambda: BareWithInit(1),
    lambda: object.__new__(Bare, 1),
    lambda: OfBoth(),
    lambda: HiddenList([1]),
    lambda: HiddenError(1, 2),
    lambda: object.__new__(HiddenError),
    lambda: Text("a"),
    lambda: PlainText("a"),
]


def case(t):
    for number, maker in enumerate(MAKERS):

        def fn(x):
            try:
                made = maker()
            except TypeError as error:
                return x + 1, str(error)
            return x + 1, made, str(made)

        x = torch.ones(2)
        (y, *found), (expected_y, *expected) = t.compile(fn)(x), fn(x)
        t.equal(y, expected_y, number)
        # An exception equals only itself.
        described = [[(type(value), str(value)) for value in values] for values in (found, expected)]
        assert described[0] == described[1], described


# expect captured
# whole
