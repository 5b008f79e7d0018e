"""Functions of whole numbers have NumPy's types of result: compiled code divided in float32 and made squares floats,
and a rounded array was the array itself."""

import numpy as np


def fn(x):
    return x / 2, 2 / (x + 1), x / x.sum(), np.divide(x, 2.0), np.square(x), np.trunc(x), np.round(x), x.round()


def written(x):
    y = np.round(x)
    y[0] = 9
    return y


def refused(x):
    return np.reciprocal(x + 1)


def of_all(x):
    return np.median(x), np.quantile(x, 0.3), np.percentile(x, 40), np.quantile(x, [0.5]), np.median(x, axis=0)


def same(t, found, expected):
    t.equal([np.asarray(each) for each in found], [np.asarray(each) for each in expected])
    for one, other in zip(found, expected, strict=True):
        assert (one.dtype, one.shape) == (other.dtype, other.shape), (one, other)


def case(t):
    for dtype in ("int64", "int32", "uint8"):
        x = np.arange(1, 7).reshape(2, 3).astype(dtype)
        same(t, t.compile(fn)(x), fn(x))
        same(t, t.compile(refused)(x), refused(x))
        before = x.copy()
        same(t, t.compile(written)(x), written(x))
        t.equal(x, before)
    x = np.arange(6.0).reshape(2, 3)
    same(t, t.compile(of_all)(x), of_all(x))
