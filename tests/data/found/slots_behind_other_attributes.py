"""A slot that a class below hides is still there for its descriptor."""

import copy
from collections import defaultdict, deque


class Slotted:
    __slots__ = ("a", "b")


class Hiding(Slotted):
    a = 5


class Asking(Slotted):
    @property
    def a(self):
        return "asked", Slotted.a.__get__(self)


class Default(defaultdict):
    default_factory = list


class Deque(deque):
    maxlen = 3


OUTSIDE = Hiding()


def fn(x):
    hiding, asking = Hiding(), Asking()
    Slotted.a.__set__(hiding, 3)
    Slotted.a.__set__(asking, x + 1)
    Slotted.a.__set__(OUTSIDE, 4)
    Slotted.b.__set__(OUTSIDE, x)
    default = Default(int)
    default["a"]
    ended = Deque([1], 2)
    slots = [Slotted.a.__get__(hiding), Slotted.a.__get__(asking), Slotted.a.__get__(OUTSIDE), hiding.a, asking.a, OUTSIDE.a]
    parts = default.__reduce__()[:2], ended.__reduce__()[:2], defaultdict.default_factory.__get__(default)
    return slots, parts, hiding, asking, default, copy.copy(default), defaultdict.copy(default), ended, OUTSIDE


def calls():
    import torch

    yield (torch.ones(2),)
    yield (torch.zeros(2),)
