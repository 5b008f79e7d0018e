"""A partial of a partial takes its parts over, unless it has attributes or, in some versions, a `__call__` of its own."""

import functools
from functools import partial

OPEN = getattr(functools, "Placeholder", None)


def collect(*positional, **named):
    return positional, named


class Plain(partial):
    pass


class Calling(partial):
    def __call__(self, *positional, **named):
        return "own", positional


WITH_ATTRIBUTES = partial(collect, 1)
WITH_ATTRIBUTES.name = 2
ASKED = partial(collect, 1)
vars(ASKED)
OUTSIDE = [WITH_ATTRIBUTES, ASKED, partial(collect, 1, key=0), Plain(collect, 1), Calling(collect, 1)]


def parts(made, before):
    return made.func is before, made.args, made.keywords, made(3), type(made)


def of(before):
    return parts(partial(before, 2, key=1), before), parts(Plain(before, 2), before)


def inside(x):
    named = partial(collect, x)
    named.name = 1
    asked = Plain(collect, 1)
    emptied = partial(collect, 1)
    emptied.name = 1
    del emptied.name
    return [of(before) for before in (named, partial(collect, 1), Plain(collect, 1), Calling(collect, 1), emptied)], vars(asked), of(asked)


def with_open_places(x):
    if OPEN is None:
        return None
    before = partial(collect, OPEN, 2, OPEN, 4)
    said = []
    for wrong in (lambda: before(1), lambda: partial(collect, 1, OPEN), lambda: partial(collect, key=OPEN)):
        try:
            wrong()
        except TypeError as error:
            said.append(str(error))
    joined = partial(before, x), partial(before, 1, 3, 5), partial(before, OPEN, 3), partial(before, key=2)
    return said, before(x, 3), before(1, 3, 5, key=2), [(one.args, one(6, 7)) for one in joined], partial(collect, OPEN, 1)(OPEN)


class Shown:
    def __init__(self, name):
        self.name = name

    def __call__(self):
        pass

    def __repr__(self):
        heard.append(self.name)
        return self.name


heard = []


def texts():
    heard.clear()
    plain = partial(Shown("function"), Shown("argument"), key=Shown("value"))
    return repr(plain), list(heard), str(Plain(max, 1)), f"{[partial(max, key=1)]}"


def fn(x):
    return texts(), [of(before) for before in OUTSIDE], inside(x), with_open_places(x), x + 1


def calls():
    import torch

    yield (torch.ones(2),)
    vars(OUTSIDE[2])
    yield (torch.ones(2),)
