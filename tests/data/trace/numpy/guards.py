"""Another element type, number of dimensions or layout is another entry; another array is not."""

import numpy as np


def fn(x, s):
    return x.sum(axis=0) * s


def case(t):
    compiled = t.compile(fn)
    two = np.float64(2)
    graphs = []
    for x, s in (
        (np.ones((2, 3)), two),
        (np.zeros((2, 3)), np.float64(3)),
        (np.ones((2, 3), np.float32), two),
        (np.ones((2, 3, 1)), two),
        (np.ones((3, 2)).T, two),
        (np.ones((2, 3)), np.float32(2)),
        (np.ones((2, 3)), two),
    ):
        t.equal(np.asarray(compiled(x, s)), np.asarray(fn(x, s)))
        graphs.append(len(t.graphs))
    assert graphs == [1, 1, 2, 3, 4, 5, 5], graphs
