"""A graph that writes into an array holds where no other array overlaps with it; of overlaps, no compiler knows."""

import numpy as np


def fn(a, b):
    a += 1
    return a * 2 + b


def case(t):
    for backend in t.backend, "aot_eager":
        compiled = t.compile(fn, backend=backend)
        for start, end in (6, 10), (2, 6), (6, 10), (1, 5):
            found, expected = np.arange(10.0), np.arange(10.0)
            t.equal(compiled(found[0:4], found[start:end]), fn(expected[0:4], expected[start:end]))
            t.equal(found, expected)
        t.equal(compiled(np.ones(4)[::-1], np.ones(4)), fn(np.ones(4)[::-1], np.ones(4)))
