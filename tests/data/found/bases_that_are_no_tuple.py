"""`type(name, bases, namespace)` refuses bases that are no tuple, also where the class is not used (CPython's test_builtin)."""

import types

import torch


def told(make):
    try:
        make()
    except TypeError as error:
        return str(error)
    return "made"


def fn(x):
    y = x + 1
    bases = []
    try:
        type("A", bases, {})
    except TypeError as error:
        y = y + len(str(error))
    return y, told(lambda: type("A", (), types.MappingProxyType({})))


def calls():
    yield (torch.ones(2),)
