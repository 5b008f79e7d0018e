"""Functions of which torch's version gives another container, or the array itself, do as NumPy has it."""

import numpy as np


def fn(x):
    same = x.astype(np.float64)
    same += 1
    flat = x.flatten()
    flat[0] = 9
    _, s, _ = np.linalg.svd(x)
    return x, same, flat, np.split(x, 2), np.meshgrid(x[0], x[1]), np.tril_indices(2), type(np.linalg.svd(x)).__name__, s.shape, np.shape(x)


calls = [(np.arange(1.0, 9.0).reshape(2, 4),)]
