"""How long a range is whose steps are floats, and parts of sizes that an operator without a rule is told of."""

import torch


def fn(x):
    n = x.shape[0]
    return (
        torch.arange(n, -n, -1.0, dtype=torch.int64), torch.arange(0, n, 0.5), torch.arange(0.0, n, 1.0),
        torch.arange(1.5, n + 0.5, 0.75), torch.arange(0, n, 0.3),
    )  # fmt: skip


def parts(x):
    n = x.shape[0]
    half, third, rest = int(n * 0.5), round(n * 0.3), int(n * 0.7 + 1)
    written = torch.ones(n) * 3
    written[:half] = torch.zeros(n)[:half]
    return written, torch.nn.functional.fold(torch.ones(1, 4, half), (half + 1, 2), 2), x[third:rest].unfold(0, 1, 1)


def case(t):
    for function in (fn, parts):
        before = len(t.graphs)
        compiled = t.compile(function, fullgraph=True)
        for n in (4, 7, 10, 13):
            x = torch.randn(n)
            t.equal(compiled(x), function(x))
        t.equal(len(t.graphs) - before, 2)
