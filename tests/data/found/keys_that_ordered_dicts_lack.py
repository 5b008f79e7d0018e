"""An OrderedDict raises a KeyError with a tuple for its arguments, and raises a KeyError that is a key; empty, it asks for no hash."""

import collections

import torch


def fn(x, given):
    errors = []
    for key in (None, (1, 2), KeyError(3), "a"):
        for mapping in (given, collections.OrderedDict()):
            for method in (mapping.pop, mapping.move_to_end, mapping.__delitem__):
                try:
                    method(key)
                except KeyError as error:
                    errors.append(repr(error))
    try:
        collections.OrderedDict().move_to_end([])
    except KeyError as error:
        errors.append(repr(error))
    return x + 1, errors


def calls():
    yield torch.ones(2), collections.OrderedDict(b=1)
    yield torch.zeros(2), collections.OrderedDict(b=1)
