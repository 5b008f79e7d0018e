"""Results of NumPy's functions that shared memory with their argument, or none, where NumPy has it the other way round; views that
may not be written into; where to write told by position; `divmod` in types of its own."""

import numpy as np

config = {"recompile_limit": 64}


def copies(a):
    results = np.conj(a), np.round(a), np.positive(a), np.abs(a), np.square(a)
    for result in results:
        result[0] = 7
    return results, a


def views_of_einsum(a):
    np.einsum("ii->i", a.reshape(2, 2))[0] = 9
    return a + 1


def read_only(a):
    errors = []
    for view in (np.broadcast_to(a, (2, 4)), np.diagonal(a.reshape(2, 2)), np.diag(a.reshape(2, 2))):
        try:
            view[0] = 9
        except ValueError as error:
            errors.append(str(error))
    return errors, a + 1


def read_only_views_that_are_read(a):
    return np.broadcast_to(a, (2, 4)) + a, np.diagonal(a.reshape(2, 2)) * 2, np.diag(a)


def told_by_position(a):
    out = np.zeros(4, a.dtype)
    given = np.add(a, a, out)
    given[0] = 5
    return given is out, out


def quotients(a):
    return np.divmod(a, 2), divmod(a, 3), divmod(7, a)


def fn(function, a):
    return function(a)


FUNCTIONS = [copies, views_of_einsum, read_only, read_only_views_that_are_read, told_by_position, quotients]


def calls():
    for function in FUNCTIONS:
        for kind in ("float32", "int32", "uint8"):
            yield function, np.array([1, 2, 3, 4], dtype=kind)
