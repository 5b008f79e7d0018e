"""`classmethod` of what is no function: properties, numbers, other methods, asked through classes and by hand."""

import torch

from attempts import attempt


class Base:
    through_property = classmethod(property(lambda cls: cls.__name__))
    of_static = classmethod(staticmethod(lambda: 5))
    of_class = classmethod(dict)
    number = classmethod(7)

    @classmethod
    def plain(cls, value):
        return cls.__name__, value


class Derived(Base):
    of_super = classmethod(Base.plain)


def read(name):
    return getattr(Base, name), getattr(Derived(), name)


def called(name):
    return getattr(Derived, name)(1)


def by_hand(wrapped):
    asked = classmethod(wrapped).__get__(None, Derived)
    torch._dynamo.graph_break()
    return asked


def called_by_hand(wrapped):
    asked = classmethod(wrapped).__get__(3)
    torch._dynamo.graph_break()
    return asked()


def shown(outcome):
    return [part if isinstance(part, (str, int)) else type(part).__name__ for part in outcome]


def program():
    names = ["through_property", "of_static", "of_class", "number", "plain", "of_super"]
    wrapped = [property(lambda cls: cls.__name__), 7, lambda cls: cls, dict, len, Base.plain, staticmethod(lambda: 5)]
    found = [shown(attempt(function, name)) for function in (read, called) for name in names]
    return found, [shown(attempt(function, one)) for function in (by_hand, called_by_hand) for one in wrapped]


# expect captured
# in pieces
