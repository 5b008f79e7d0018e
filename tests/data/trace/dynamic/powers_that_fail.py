"""A power that Python refuses is refused in every call, used or not: 0 to a negative one, what is too large; others make complex numbers."""

import torch


def unused_inverse(x, k):
    k**-1
    return x + 1


def inverse(x, k):
    return x * k**-1


def any_power(x, k):
    return x + 1, 2**k, k**2


def root(x, k):
    k**0.5
    return x + 1


def power_of_two(x, k):
    2.0**k
    return x + 1


def by_pow(x, k):
    pow(k, -2)
    return x + 1


def quotients(x, k):
    k and 1 / k
    7 // (k or 1)
    return x + k


def unused_quotient(x, k):
    1 / k
    return x + 1


def unused_remainder(x, k):
    7 % k
    return x + 1


def unused_modular(x, k):
    divmod(7, k)
    return x + 1


def of_size(x, k):
    (x.shape[0] - 2) ** -1
    return x + k


INTS = (3, 4, 5, 0, 6, -1, -2, 7, 1)
FLOATS = (3.5, 4.5, 5.5, 0.0, 1e200, -1.5, -0.0, 2.5, 2000.0, 1e-200, float("inf"), float("nan"), -0.5)


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except (ArithmeticError, ValueError, TypeError) as error:
        return type(error).__name__, str(error)


def case(t):
    functions = (
        unused_inverse, inverse, any_power, root, power_of_two, by_pow, quotients, unused_quotient, unused_remainder, unused_modular, of_size,
    )
    for function in functions:
        for numbers in (INTS, FLOATS):
            compiled = t.compile(function)
            for number, size in zip(numbers, (3, 4, 5, 2, 6, 7, 8, 2, 3, 4, 5, 6, 7)):
                given, expected = (outcome(each, torch.ones(size), number) for each in (compiled, function))
                assert repr(given) == repr(expected), (function.__name__, number, given, expected)
