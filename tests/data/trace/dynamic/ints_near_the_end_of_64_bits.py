"""Ints that change, up to the end of 64 bits and beyond: torch counts with those of 64 bits, Python with all."""

import math

import torch

import alternator


def slices(x, k):
    return x[:k], x[-k:], x[k:]


def steps(x, k):
    return x[::k] if k > 0 else x[k:]


def sizes(x, k):
    return torch.zeros(min(k, 4)), x[: k - 1], x[: k + 1]


def arithmetic(x, k):
    return x + 1, k + 1, k - 1, k * 2, -k, k * k, abs(k), k << 1, k >> 1, ~k, k & 0xFF, k | 1, k ^ 5


def quotients(x, k):
    return x + 1, k // 7, k % 7, k / 7, divmod(k, -3), float(k), k % 1000


def roundings(x, k):
    return x + 1, math.floor(k / 2), math.ceil(k / 3), round(k / 5), int(k / 2), int(float(k)), math.trunc(k / 7)


def comparisons(x, k):
    return x + 1, k > 2.0**62, k == float(k), k < 9.3e18, min(k, 3), max(k, 3), k != 0


def ranges(x, k):
    return x + 1, len(range(0, k, max(1, abs(k) // 3))), list(range(k, k + 2)), k in range(k)


def lists(x, k):
    numbers = [1, 2, 3, 4]
    return x + 1, numbers[:k], numbers[k:], numbers[-k:], numbers[::k] if k else None, (1, 2, 3)[:k], "abcd"[:k]


def narrowed(x, k):
    return x.narrow(0, 0, min(k, 2)) if k > 0 else x, x.roll(k % 5)


def as_operand(x, k):
    return x + k


def of_ints(x, k):
    return x.long() * k


def filled(x, k):
    return torch.full((2,), k)


def ranged(x, k):
    return torch.arange(k - 2, k)


def split(x, k):
    return x.split(k)


def chunked(x, k):
    return x.chunk(k)


def viewed(x, k):
    return x.view(-1, k)


def repeated(x, k):
    return x[:0].repeat(k)


def expanded(x, k):
    return x[:1].expand(k)


def texts(x, k):
    return x + 1, f"{k}", str(k), k.bit_length(), hash(k)


NEAR = {2**31: [0], 2**53: [1], 2**62: [-1, 0, 1], 2**63: [-1, 0, 1], 2**64: [0]}
NUMBERS = [0, 1, 6, -6] + [sign * (base + off) for base, offs in NEAR.items() for off in offs for sign in (1, -1)]


def outcome(function, *arguments):
    """Where torch refuses a number, its texts differ by where it looks."""
    try:
        return function(*arguments)
    except (ArithmeticError, ValueError, TypeError, IndexError) as error:
        return type(error).__name__, str(error)[:60]
    except RuntimeError:
        return "RuntimeError"


def case(t):
    functions = (
        slices, steps, sizes, arithmetic, quotients, roundings, comparisons, ranges, lists, narrowed, as_operand, of_ints, filled, ranged,
        split, chunked, viewed, repeated, expanded, texts,
    )
    wrong = []
    for function in functions:
        for number in NUMBERS:
            alternator.reset()
            compiled = t.compile(function)
            for n in (5, 3, number):
                given, expected = (outcome(each, torch.arange(6.0), n) for each in (compiled, function))
                if repr(given) != repr(expected):
                    wrong.append((function.__name__, n, given, expected))
    assert not wrong, wrong
