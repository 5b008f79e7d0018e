"""Found with CPython 3.14's own tests: `__init__` that a property gives; bases that are no classes; what is told of slots that are
missing; notes on what makes no dict."""

import torch


def booh(self):
    raise AttributeError("booh")


class Refused:
    __init__ = property(booh)


class Given:
    @property
    def __init__(self):
        def init(x):
            self.x = x

        return init


class Slotted:
    y = 0
    __slots__ = ("z",)


class Storing:
    __slots__ = ("y",)

    def __setattr__(self, name, value):
        super().__setattr__("y" if name == "z" else name, value)


class Deleting(Slotted):
    __slots__ = ()

    def __delattr__(self, name):
        object.__delattr__(self, name)


def store(owner, name):
    setattr(owner, name, 1)


def make(base):
    class Made(int, base):
        pass


class Pairs:
    def __iter__(self):
        yield "key"
        raise TypeError("oops")


def told(function, *arguments):
    try:
        return function(*arguments)
    except (AttributeError, TypeError) as error:
        return str(error), getattr(error, "__notes__", None)


def fn(x):
    said = [told(Refused), Given(x).x + 1]
    for owner in (Slotted(), Storing(), Deleting(), object(), 1):
        for name in ("x", "y", "z"):
            said += told(store, owner, name), told(delattr, owner, name)
    said += told(make, object()), told(make, 3)
    said += told(dict, [0]), told({}.update, [(1, 2), 3]), told(dict, [Pairs()])
    return said


def calls():
    yield (torch.ones(2),)
    yield (torch.ones(3),)
