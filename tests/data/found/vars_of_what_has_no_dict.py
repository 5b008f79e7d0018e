"""`vars` raises a TypeError of its own where an object has no `__dict__`, whatever the attribute's lookup says (tests/fuzz/guards)."""

import torch


class Slotted:
    __slots__ = ()


class Refusing:
    def __init__(self, error):
        object.__setattr__(self, "error", error)

    def __getattribute__(self, name):
        raise object.__getattribute__(self, "error")


def fn(x, owner):
    try:
        return x + 1, sorted(vars(owner))
    except Exception as error:
        return x + 2, type(error).__name__, error.args


def calls():
    x = torch.ones(2)
    for owner in (3, "text", [1], None, Slotted(), Refusing(AttributeError("own")), Refusing(KeyError("own")), Exception()):
        yield x, owner
