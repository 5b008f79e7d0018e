"""Context variables are read, and guarded."""

import contextvars

import torch

depth = contextvars.ContextVar("depth", default=2)
empty = contextvars.ContextVar("empty")


def in_context(x):
    return x * depth.get(), depth.get(5)


def without_a_value(x):
    return x + empty.get(3)


def case(t):
    x = torch.ones(2)
    compiled = t.compile(in_context, fullgraph=True)
    for value in (2, 3, 3, 2):
        token = depth.set(value)
        t.equal(compiled(x), in_context(x))
        t.equal(contextvars.Context().run(compiled, x), contextvars.Context().run(in_context, x))
        depth.reset(token)
    # With the value 2, with 3, and where nothing was set.
    assert len(t.graphs) == 3, len(t.graphs)
    compiled = t.compile(without_a_value)
    t.equal(compiled(x), x + 3)
    empty.set(7)
    t.equal(compiled(x), x + 7)
