"""A backend is told the size that `mark_dynamic` says to expect, beside the one of this call, which guards go by."""

import torch


def fn(x, y):
    return x * x.shape[0] + y.sum(), 1 if x.shape[0] > 50 else 0


def case(t):
    told = []

    def backend(module, inputs):
        for value in inputs:
            if isinstance(value, torch.SymInt):
                environment = value.node.shape_env
                told.append((value.node.hint, environment.var_to_hint_override.get(value.node.expr)))
        return module.forward

    compiled = t.compile(fn, backend=backend, fullgraph=True)
    for rows in (8, 9, 60):
        x = torch.ones(rows, 3)
        torch._dynamo.mark_dynamic(x, 0, hint_override=100)
        t.equal(compiled(x, torch.ones(2)), fn(x, torch.ones(2)))
    assert told == [(8, 100), (60, 100)], told
    x = torch.ones(8, 3)
    torch._dynamo.mark_dynamic(x, 0)
    compiled = t.compile(lambda x: x + x.shape[0], backend=backend)
    t.equal(compiled(x), x + 8)
    assert told[2:] == [(8, None)], told
