"""Operators, indexing, attributes and methods of arrays."""

import numpy as np


def operators(x, i):
    return (x + 1, 2 - x, x / 4, x // 0.3, x**2, -x, abs(x), x @ x.T, x > 0.5, (x < 0.9) & (x != 0), i % 3, i << 1, ~i, divmod(i, 2))


def indexing(x, i):
    return x[0], x[:, 1:], x[..., 0], x[None], x[[0, 1]], x[i[0] % 2], x[-1, ::2], [row * 2 for row in x]


def attributes(x, i):
    return x.shape, x.ndim, x.size, x.itemsize, x.nbytes, len(x), x.T, x.dtype, i.dtype.name, x.dtype == np.float64


def methods(x, i):
    ordered = x.copy()
    ordered.sort()
    return x.reshape(-1), x.sum(axis=0), x.mean(1), x.argmax(1), i.astype(bool), x.clip(0.2, 0.5), x.swapaxes(0, 1), ordered


def case(t):
    x, i = np.linspace(0, 1, 6).reshape(2, 3), np.arange(6).reshape(2, 3)
    for fn in (operators, indexing, attributes, methods):
        t.equal(t.compile(fn, fullgraph=True)(x, i), fn(x, i))
    assert len(t.graphs) == 4
