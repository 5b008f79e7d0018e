"""`__init__` of a weak reference wants what it refers to."""

import weakref

import torch


class Referent:
    pass


class Reference(weakref.ref):
    pass


def fn(x, referent):
    reference = Reference(referent)
    x = x + 1
    try:
        given = reference.__init__(referent, None)
        reference.__init__()
    except TypeError as error:
        return x, given, str(error)
    return x


def calls():
    yield torch.ones(2), Referent()
