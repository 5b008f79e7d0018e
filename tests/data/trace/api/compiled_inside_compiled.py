"""A compiled function, module or method that traced code calls is part of the outer graph, torch's own as well."""

import torch

import alternator


def case(t):
    torch.manual_seed(0)
    linear = torch.nn.Linear(3, 3)
    inner = alternator.compile(lambda x: x + 1, backend="eager")
    module = alternator.compile(linear, backend="eager")
    of_torch = torch.compile(lambda x: x * 2, backend="eager")

    class Holder:
        @alternator.compile(backend="eager")
        def scaled(self, x):
            return x * 3

    holder = Holder()

    def fn(x):
        return holder.scaled(of_torch(module(inner(x))))

    x = torch.randn(2, 3)
    found = t.compile(fn, fullgraph=True)(x)
    assert len(t.graphs) == 1
    t.equal(found, linear(x + 1) * 2 * 3)
