"""A function that is compiled inside of compiled code is traced where it is called."""

import torch

import alternator


def inner(x):
    return x.sin()


class Holder:
    def method(self, x):
        return x.cos()


def fn(x):
    @alternator.compile(backend="eager", fullgraph=True)
    def decorated(x):
        return x * 2

    compiled = alternator.compile(inner, backend="eager", dynamic=True)
    return decorated(compiled(x)) + alternator.compile(Holder().method)(x)


def kept_out(x):
    return alternator.compile(inner, disable=True)(x) + 1


def case(t):
    x = torch.arange(3.0)
    compiled = t.compile(fn, fullgraph=True)
    for _ in range(2):
        t.equal(compiled(x), x.sin() * 2 + x.cos())
    assert len(t.graphs) == 1
    t.equal(t.compile(kept_out)(x), x.sin() + 1)
