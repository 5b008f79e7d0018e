"""`mark_dynamic(specialize_on=…)`: for a size of which a condition holds the backend compiles the graph once more, when such a
size comes, and its result serves these sizes."""

import torch
from torch._dynamo.backends.registry import lookup_backend


def fn(x, w):
    return (x * x.shape[0] @ w).relu(), x.shape[0]


def case(t):
    for name in ("eager", "aot_eager"):
        compiled_with = []

        def backend(module, inputs, name=name, compiled_with=compiled_with):
            compiled_with.append(next(value.shape[0] for value in inputs if torch.is_tensor(value)))
            call = lookup_backend(name)(module, inputs)
            number = len(compiled_with) - 1

            def counted(*arguments):
                served.append(number)
                return call(*arguments)

            return counted

        served = []
        compiled = t.compile(fn, backend=backend, fullgraph=True)
        for rows in (8, 16, 8, 32, 7, 16):
            x, w = torch.ones(rows, 4), torch.randn(4, 4, requires_grad=True)
            conditions = [lambda size: size == 8, lambda size: size % 16 == 0]
            torch._dynamo.mark_dynamic(x, 0, specialize_on=conditions)
            t.equal(compiled(x, w), fn(x, w))
        assert (compiled_with, served) == ([8, 8, 16], [1, 2, 1, 2, 0, 2]), (compiled_with, served)
