"""An OrderedDict, an exception or a partial whose `__dict__` nothing has asked for yet is like any other: a fresh one
at each call compiles nothing anew."""

from collections import OrderedDict

import torch


def case(t):
    def values(d, x):
        return [v + 1 for v in d.values()], x * 2

    compiled = t.compile(values)
    for touched in (False, True, False, False):
        d = OrderedDict(a=torch.ones(2))
        if touched:
            d.__dict__
        t.equal(compiled(d, torch.ones(3)), values(d, torch.ones(3)))
    t.equal(len(t.graphs), 1)
