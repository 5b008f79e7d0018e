"""What torch has no tensor or function for, and what only the data tells, is left to NumPy."""

import numpy as np


def fn(x):
    return x[:2]


def truth(x):
    y = x * 2
    return (y if (x > 0).all() else -y), np.interp(y, x, x), y.tolist(), np.sum(y, where=x > 1)


def case(t):
    compiled = t.compile(fn)
    for x in (np.array(["a", "b"]), np.array([None, 1]), np.ones(3, ">f8"), np.ones(3)[::-1], np.matrix([[1, 2]])):
        t.equal(compiled(x), fn(x))
    np.random.seed(0)
    expected = np.random.rand(2)
    np.random.seed(0)
    t.equal(t.compile(lambda x: np.random.rand(2) + x)(np.zeros(2)), expected)
    x = np.arange(1.0, 4.0)
    found, expected = t.compile(truth)(x), truth(x)
    t.equal(found[:3], expected[:3])
    with t.config.patch(trace_numpy=False):
        t.equal(t.compile(lambda x: np.sin(x) + 1)(x), np.sin(x) + 1)


# expect breaks
# line 7: an array that torch has no tensor for
# line 12: call of wrapper_descriptor __bool__: the truth of an array is known only when it is computed
# line 12: NumPy's 'interp', of which torch has no version
# line 12: Tensor.tolist(): the numbers are known only when they are computed
# line 12: an operator that cannot run on fake tensors: 'where' parameter is not supported.
# line 27: NumPy code, while trace_numpy is off
# line 27: a NumPy array, while trace_numpy is off
