"""A special method may be anything that is callable. Only a descriptor is bound, so an object or a class does not get the receiver."""

import functools
import typing

import torch


class Counts:
    """Says how many arguments it was called with."""

    def __init__(self, name):
        self.name = name

    def __call__(self, *arguments, **keywords):
        return self.name, len(arguments), len(keywords)


class Objects:
    __call__ = Counts("call")
    __add__ = Counts("add")
    __getitem__ = Counts("item")
    __getattr__ = Counts("attribute")
    __setattr__ = Counts("stored")
    __delattr__ = Counts("deleted")


class AnyAttribute:
    __getattribute__ = Counts("any")


class Descriptor:
    __set__ = Counts("set")
    __delete__ = Counts("delete")


class Described:
    place = Descriptor()


class Classes:
    __call__ = dict
    __neg__ = list


class Descriptors:
    def method(self, first, second):
        return first, second

    __call__ = functools.partialmethod(method, 4)
    __getattr__ = functools.partialmethod(method, 5)


class Property:
    factor = 3

    @property
    def __call__(self):
        return lambda number: number * self.factor


class Meta(type):
    __call__ = Counts("meta")


class Made(metaclass=Meta):
    pass


class Typed(typing.TypedDict):
    size: int


outside = Objects()


def fn(x):
    plain = Objects()
    plain.stored = 1
    del plain.stored
    described = Described()
    described.place = 1
    del described.place
    called = plain(1, 2, k=3), outside(1), plain + 1, plain[1], plain.missing, AnyAttribute().any, Made(1)
    bound = Descriptors()(1), Descriptors().missing, Property()(2)
    return x + Typed(size=3)["size"], Classes()(a=3), -Classes(), called, bound


def case(t):
    x = torch.ones(2)
    compiled = t.compile(fn, fullgraph=True)
    for _ in range(2):
        t.equal(compiled(x), fn(x))
    assert len(t.graphs) == 1
