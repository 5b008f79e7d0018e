"""`type(name, bases, namespace)` refuses bases that are no tuple and what stands for bases, also where the class is not used (CPython's test_builtin, test_genericclass)."""

import types

import torch


class StandsForBases:
    def __mro_entries__(self, bases):
        return (dict,)


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
    return y, told(lambda: type("A", (), types.MappingProxyType({}))), told(lambda: type("A", (StandsForBases(),), {}))


def calls():
    yield (torch.ones(2),)
