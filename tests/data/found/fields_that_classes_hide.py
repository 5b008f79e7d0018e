"""What C code keeps of an object, where its class or metaclass has an attribute of that name (CPython's test_inspect)."""

import torch


class Meta(type):
    @property
    def __mro__(self):
        return 3

    @property
    def __dict__(self):
        return 4

    __name__ = property(lambda self: 5)
    __doc__ = "of the metaclass"


class Thing(metaclass=Meta):
    v = 6


class Plain:
    def __init__(self):
        self.v = 7


class Hidden(Plain):
    @property
    def __dict__(self):
        return 8


HIDDEN = Hidden()
mro_of_class = type.__dict__["__mro__"].__get__
of_class = type.__dict__["__dict__"].__get__
of_instance = Plain.__dict__["__dict__"].__get__


def fn(x):
    try:
        lengths = len(mro_of_class(Thing)), len(type.__dict__["__name__"].__get__(Thing))
    except TypeError as error:
        lengths = str(error)
    value = of_class(Thing)["v"]
    HIDDEN.w = x.dim()
    names = sorted(of_instance(HIDDEN))
    del HIDDEN.w
    return x + value, lengths, names, of_instance(HIDDEN), Thing.__dict__, HIDDEN.__dict__


def calls():
    yield (torch.ones(2),)
    yield (torch.ones(2),)
