"""Code that does something else when it is being compiled, and raises for it, runs as written. A compiled function is told that it
is, also where it computes nothing."""

import torch


def inner(x, mask=None):
    if mask is None and not torch.compiler.is_compiling():
        mask = torch.ones(x.shape)
    return x * mask[:, :2]


def outer(x):
    return inner(x + 1) - 1


def asks():
    return torch.compiler.is_compiling()


def asks_elsewhere(x, mask=None):
    if mask is None and not asks():
        mask = torch.ones(x.shape)
    return x * mask[:, :2]


def case(t):
    x = torch.ones(2, 2)
    for fn in (inner, outer, asks_elsewhere):
        compiled = t.compile(fn)
        for _ in range(2):
            t.equal(compiled(x), fn(x))
    t.equal(t.compile(inner)(x, x), x)
    t.equal(t.compile(lambda x: (asks(), x + 1))(x)[0], True)
    t.equal(t.compile(lambda: asks())(), True)
    t.equal(t.compile(lambda x: (x, asks()), fullgraph=True)(x), (x, True))
    # A class that names a dtype.
    t.equal(t.compile(lambda: [torch.zeros(2, dtype=c) for c in (int, float, bool, complex)])(),
            [torch.zeros(2, dtype=c) for c in (int, float, bool, complex)])
