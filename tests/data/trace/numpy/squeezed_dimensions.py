"""`np.squeeze` of a dimension whose size is not 1: compiled code left it as it was, where NumPy raises."""

import numpy as np


def by_function(x, axis):
    return np.squeeze(x, axis=axis)


def by_method(x, axis):
    return x.squeeze(axis)


def case(t):
    for fn in (by_function, by_method):
        for axis in (0, (0, 2), -1):
            x = np.ones((3, 1, 1))
            try:
                expected = fn(x, axis)
            except ValueError as error:
                expected = str(error)
            try:
                found = t.compile(fn)(x, axis)
            except ValueError as error:
                found = str(error)
            t.equal(found, expected)
        t.equal(t.compile(fn, fullgraph=True)(np.ones((1, 3)), 0), np.ones(3))
