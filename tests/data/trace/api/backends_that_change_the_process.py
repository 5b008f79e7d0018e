"""What a backend changes in the process while it compiles is put back: random states, grad mode, the recursion limit."""

import functools
import inspect
import random
import sys

import torch


def scaled(x):
    return x * 2


@functools.wraps(scaled)
def wrapper(x):
    return scaled(x)


def fn(x):
    return x * 2 + len(inspect.signature(wrapper).parameters)


def case(t):
    limit = sys.getrecursionlimit()

    def backend(module, inputs):
        t.graphs.append(module)
        sys.setrecursionlimit(limit + 1000)
        torch.set_grad_enabled(False)
        torch.rand(1), random.random()
        return module.forward

    x = torch.ones(2)
    compiled = t.compile(fn, backend=backend)
    states = torch.get_rng_state(), random.getstate()
    t.equal(compiled(x), fn(x))
    t.equal((torch.get_rng_state(), random.getstate()), states)
    assert torch.is_grad_enabled() and sys.getrecursionlimit() == limit
    t.equal(compiled(x), fn(x))
    # So does one that compiles when it is called.
    sys.setrecursionlimit(limit + 1000)
    try:
        t.equal(compiled(x), fn(x))
    finally:
        sys.setrecursionlimit(limit)
    assert len(t.graphs) == 1, len(t.graphs)
