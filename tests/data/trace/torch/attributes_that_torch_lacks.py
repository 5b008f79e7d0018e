"""torch is asked by its `__getattr__` for what it does not have."""

import torch


def fn(x):
    found = getattr(torch, "no_such_function_at_all", None)
    return x + 1, found is None


def case(t):
    compiled = t.compile(fn, backend="eager")
    t.equal(compiled(torch.ones(2)), (torch.full((2,), 2.0), True))
