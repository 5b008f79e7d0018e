"""`type` takes a subscript, and a class whose `__class_getitem__` is None takes none (CPython's test_genericclass)."""

import torch


class Refusing:
    __class_getitem__ = None


class Metaclass(type):
    pass


class Plain(metaclass=Metaclass):
    pass


def told(owner):
    try:
        return owner[int]
    except TypeError as error:
        return str(error)


def fn(x):
    return x + 1, type[int], told(type), told(Refusing), told(Metaclass), told(Plain)


def calls():
    yield (torch.ones(2),)
