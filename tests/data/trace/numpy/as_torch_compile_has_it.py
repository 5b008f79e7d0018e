"""Where torch's versions of the functions differ from NumPy's: scalars are arrays without dimensions,
and what NumPy computes in float64 for want of another type may be float32."""

import numpy as np


def fn(x):
    return np.sum(x), x[0], np.identity(2)


def case(t):
    total, first, identity = t.compile(fn, fullgraph=True)(np.arange(3.0))
    assert isinstance(total, np.ndarray) and total.shape == () and total == 3.0
    assert isinstance(first, np.ndarray) and first == 0.0
    assert identity.dtype == np.float32
