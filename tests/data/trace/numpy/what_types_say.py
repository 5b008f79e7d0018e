"""Element types, scalars and the parts of arrays say what they say to CPython; kinds that torch lacks break the graph."""

import numpy as np


def element_types(x, dtype):
    own = x.dtype
    return (
        x + 1, own.kind, own.char, own.str, own.num, own.type, own.itemsize, own.byteorder, own.name, dtype.kind, dtype.name, dtype.itemsize, dtype.type,
        own == dtype, own == np.dtype("float64"), np.ndim(x), np.shape(x), x.ndim,
    )  # fmt: skip


def parts(x, z):
    return x.real * 2, x.imag, z.real, z.imag, z.real.dtype.char, x.T


def scalars(x, s):
    total = x.sum()
    return (
        s.shape, s.ndim, s.size, s.itemsize, s.dtype, s.T + 1, s.real, s.imag, x * s, total.shape, total.ndim, total.dtype, s.dtype.kind, np.float32(2) * x,
    )  # fmt: skip


def one_number(x):
    return x.sum().item() + 1, x[0].item(), x.item(1)


class Sub(np.ndarray):
    pass


def case(t):
    def check(fn, calls, graphs=None, **options):
        before = len(t.graphs)
        compiled = t.compile(fn, **options)
        for arguments in calls:
            found, expected = compiled(*arguments), fn(*arguments)
            for a, b in zip(found, expected, strict=True):
                same = bool(np.all(np.asarray(a) == np.asarray(b))) if isinstance(b, (np.ndarray, np.generic)) else a == b
                assert same and np.shape(a) == np.shape(b), (fn.__name__, a, b)
        assert graphs is None or len(t.graphs) - before == graphs, (fn.__name__, len(t.graphs) - before)

    x, z = np.linspace(0, 1, 4), np.array([1 + 2j, 3j])
    double, half = np.dtype("float64"), np.dtype("float16")
    check(element_types, [(x, double), (x, half), (x.astype(np.float32), double), (np.arange(3), double), (x, double)], graphs=4, fullgraph=True)
    check(parts, [(x, z), (x, z.astype(np.complex64))], graphs=2)
    check(scalars, [(x, np.float64(2)), (x, np.float64(3)), (x, np.float32(2)), (x, np.int64(2))], graphs=3)
    check(one_number, [(x,), (x + 1,)])

    special = x.view(Sub)
    assert type(t.compile(lambda a: a + 1)(special)) is Sub
