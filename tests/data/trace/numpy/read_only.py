"""An array that may not be written to is computed with, and stays as it is."""

import numpy as np


def fn(x):
    return x * 2


def case(t):
    x = np.arange(3.0)
    x.setflags(write=False)
    t.equal(t.compile(fn, fullgraph=True)(x), fn(x))
    assert not x.flags.writeable
