"""A size that changes becomes a symbol, of which functions make other sizes."""

import numpy as np


def fn(x):
    n = x.shape[0]
    return np.zeros((n, 2)) + np.arange(n)[:, None] + x[: n // 2].sum()


def case(t):
    compiled = t.compile(fn)
    for n in (4, 6, 8, 10):
        x = np.arange(float(n))
        t.equal(compiled(x), fn(x))
    assert len(t.graphs) == 2, len(t.graphs)
    dynamic = t.compile(fn, dynamic=True, backend="aot_eager")
    for n in (4, 7):
        x = np.arange(float(n))
        t.equal(dynamic(x), fn(x))
