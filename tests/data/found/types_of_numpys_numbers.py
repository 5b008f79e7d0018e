"""torch's versions of NumPy's functions take a scalar of NumPy for a number of Python, sum small whole numbers in their own type,
and compute roots and exponentials of whole numbers in other types than NumPy."""

import numpy as np

config = {"recompile_limit": 64}


def scalars(a):
    return a * np.float64(2), np.float32(2) - a, a + np.int64(1), a ** np.int64(2), a > np.float64(1), a % np.int32(3)


def scalars_in_functions(a):
    return np.maximum(a, np.float32(1.5)), np.where(a > 2, np.float64(1), a), np.clip(a, np.int8(2), 3), a.clip(2, np.float64(2.5))


def scalars_that_are_places(a):
    b = a.reshape(np.int64(2), 2)
    return a[np.int64(1) :] + 1, np.sum(b, axis=np.int64(0)), b * np.float32(1)


def in_place(a):
    b = a.astype("float32")
    b *= np.float64(2)
    return b


def quotients(a):
    return a / np.float32(2), a / 2, 2 / a


def sums(a):
    b = a.reshape(2, 2)
    return np.sum(a).dtype, b.sum(1), np.cumsum(a), a.cumprod(), np.prod(b, axis=0), np.sum(b, axis=1, dtype="float32")


def fractions(a):
    names = "cbrt cos exp exp2 expm1 log log10 log1p log2 sin sqrt tanh arctan degrees deg2rad".split()
    kinds = [getattr(np, name)(a).dtype for name in names]
    return kinds, np.arctan2(a, a).dtype, np.hypot(a, 1).dtype, np.logaddexp(a, a).dtype, np.sqrt(a.astype("int32") ** 2)


def beside_numbers(a):
    return np.where(a > 2, 1.5, 0), np.where(a > 2, 1, 0), np.arctan2(1.0, a).dtype, np.hypot(a > 1, 1).dtype, np.einsum("i,i->i", a, a)


def arrays_themselves(a):
    return np.asarray(a) is a, np.asanyarray(a) is a, np.asarray(a, dtype="float64").dtype, a + 1


def fn(function, a):
    return function(a)


FUNCTIONS = [scalars, scalars_in_functions, scalars_that_are_places, in_place, quotients, sums, fractions, beside_numbers, arrays_themselves]


def calls():
    for function in FUNCTIONS:
        for kind in ("float32", "int32", "uint8", "int16", "float64"):
            yield function, np.array([1, 2, 3, 4], dtype=kind)
