"""Weak references: what they refer to is looked at, and a reference that the trace makes stays inside."""

import weakref

import torch


class Holder:
    def __init__(self, factor):
        self.factor = factor


def fn(x, reference):
    target = reference()
    if target is None:
        return x
    return x * target.factor


def made_inside(x):
    holder = Holder(3)
    reference = weakref.ref(holder)
    print("a break")
    return x * reference().factor, reference() is holder


def case(t):
    holder = Holder(2)
    reference = weakref.ref(holder)
    compiled = t.compile(fn, fullgraph=True)
    t.equal(compiled(torch.ones(2), reference), torch.full((2,), 2.0))
    holder.factor = 5
    t.equal(compiled(torch.ones(2), reference), torch.full((2,), 5.0))
    del holder
    t.equal(compiled(torch.ones(2), reference), torch.ones(2))
    t.equal(t.compile(made_inside)(torch.ones(2)), (torch.full((2,), 3.0), True))
