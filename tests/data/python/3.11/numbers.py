"""Arithmetic of ints, floats, bools and complex numbers, signs and errors included."""

import math


def attempt(f):
    try:
        return f()
    except ArithmeticError as error:
        return type(error).__name__


def program():
    values = [7, -7, 2.5, -2.5, True, 0]
    pairs = [(a // b, a % b, divmod(a, b)) for a in values for b in (2, -3, 0.5)]
    big = 2**100 + 1
    return (
        pairs, big, big >> 90, big & 0xFF, -big // 3, int("12", 5), round(2.5), round(-1.25, 1), abs(-3), 7 / 2,
        attempt(lambda: 1 / 0), attempt(lambda: 1 % 0), attempt(lambda: math.exp(1000)), (1 + 2j) * 3, 2**-1,
        math.isnan(float("nan")), float("inf") > big, True + True, ~5, 5 ^ 3, 1 << 10, (5).bit_length(),
        0.1 + 0.2, 1e300 * 1e10, math.floor(-2.5), math.gcd(12, 18), int(-2.9), bool(0.0), pow(3, 4, 5), 10**0,
    )  # fmt: skip


# expect captured
# whole
