"""Compiled code that knows an object by identity does not put off its end, though no weak reference can tell of it.

Found by CPython's own tests (finalisers of objects that come back).
"""

import torch

ENDED, BACK = [], []


class Plain:
    __slots__ = ()

    def __del__(self):
        ENDED.append("plain")


class ComesBack:
    __slots__ = ("comes_back",)

    def __init__(self):
        self.comes_back = True

    def __del__(self):
        ENDED.append("comes back")
        if self.comes_back:
            self.comes_back = False
            BACK.append(self)


def is_among(x, one):
    return hash(one) == object.__hash__(one), {one: 3}[one], x + 1


def addresses(x, one):
    return sorted(id(item) for item in BACK) == [id(BACK[0])], x + 1


def case(t):
    x = torch.ones(2)
    for make, function in [(Plain, is_among), (ComesBack, is_among), (ComesBack, addresses)]:
        for run in (function, t.compile(function)):
            ENDED.clear()
            for ends in range(1, 3):
                one = make()
                BACK.append(one)
                run(x, one)
                BACK.clear()
                run(x, one) if function is is_among else None
                del one
                BACK.clear()
                t.equal(len(ENDED), ends)
