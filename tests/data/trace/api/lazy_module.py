"""A lazy module gets its parameters on the first call, and is compiled like any other."""

import torch

import alternator


def case(t):
    lazy = torch.nn.LazyLinear(4)
    compiled = alternator.compile(lazy, backend="eager")
    x = torch.randn(2, 3)
    found = compiled(x)
    assert lazy.weight.shape == (4, 3)
    t.equal(found, lazy(x))
    t.equal(compiled(x), lazy(x))
    again = alternator.compile(compiled, backend="eager")
    assert again._orig_mod is lazy
