"""A weak reference to an object from outside leaves the compiled function: it is the one that the object has already."""

import weakref

import torch


class Plain:
    pass


def returned(x, thing):
    return x + 1, weakref.ref(thing)


def stored(x, thing, into):
    reference = weakref.ref(thing)
    into.append(reference)
    return x + 1, reference() is thing


def to_made(x):
    thing = Plain()
    return x + 1, weakref.ref(thing), thing


def case(t):
    thing, other = Plain(), Plain()
    compiled = t.compile(returned, fullgraph=True)
    for one in thing, thing, other:
        result, reference = compiled(torch.ones(2), one)
        t.equal(result, torch.full((2,), 2.0))
        assert reference is weakref.ref(one) and reference() is one
    compiled = t.compile(stored, fullgraph=True)
    for one in thing, other:
        kept = []
        t.equal(compiled(torch.ones(2), one, kept), (torch.full((2,), 2.0), True))
        assert kept == [weakref.ref(one)] and kept[0] is weakref.ref(one)
    reference = weakref.ref(other)
    del other, one, kept
    assert reference() is None
    _, reference, made = t.compile(to_made)(torch.ones(2))
    assert reference() is made
