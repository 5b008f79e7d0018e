"""What the graph computes of floats that change: one entry for all values, and Python's errors where there are any."""

import math

import torch


def chosen(x, a, b):
    return x * max(a, b), x + min(a, b, 1.5), max([b, a]), x - abs(a)


def divided(x, a, b):
    return x * (a // b), x + a % b, divmod(a, b), x / b, -a // 2, a % 1.5


def rounded(x, a, b):
    return x * round(a), x + round(a, 1), x - int(a), math.floor(b), math.ceil(a), math.trunc(a)


def raised(x, a, b):
    return x * abs(a) ** 0.5, x + a**2, a**2.0, 2**a, 2.0**b


def by_functions(x, a, b):
    return x * math.sqrt(abs(a)), math.sin(a) + math.cos(b), math.tan(a), math.tanh(b), math.atan(a)


def asked_whether_zero(x, a, b):
    return x / a if a else x, x + 1 if b == 100.0 else x


def handled(x, a, b):
    try:
        return x * math.sqrt(a), a // b
    except (ValueError, ZeroDivisionError) as error:
        return x, type(error)


def wanted_after_all(x, a, b):
    return x[: int(math.sqrt(abs(a)))], [x] * round(b), f"{abs(a)}"


def of_an_int(x, n):
    return x * math.sqrt(1 - 0.5**n), x + math.floor(n / 2), n << 2, n >> 1, ~n, abs(-n), round(n), math.sqrt(n)


def truths_as_numbers(x, a, b):
    even = math.trunc(a) % 2 == 0
    return x, even, 0 + even, even + False, sum([even]), even + (math.trunc(b) % 3 == 0)


VALUES = [(1.5, 2.0), (2.5, 3.5), (-4.75, 2.0), (7.0, 0.5), (2.0, 7.25), (3.5, -1.5), (0.5, 4.0)]
SYMBOLIC = (chosen, divided, rounded, raised, by_functions)


def case(t):
    for function in (*SYMBOLIC, asked_whether_zero, handled, wanted_after_all):
        compiled, before = t.compile(function), len(t.graphs)
        for a, b in VALUES:
            x = torch.arange(4.0)
            t.equal(compiled(x, a, b), function(x, a, b))
        if function in SYMBOLIC:
            assert len(t.graphs) - before == 2, (function, len(t.graphs) - before)
        for a, b in ((0.0, 0.5), (-2.0, 2.5), (math.nan, 1.0)):
            if function in (divided, by_functions, handled, asked_whether_zero):
                t.equal(compiled(x, a, b), function(x, a, b))
    compiled = t.compile(divided)
    for a, b in ((1.5, 2.5), (2.5, 3.5), (2.5, 0.0)):
        try:
            compiled(torch.ones(2), a, b)
            assert b
        except ZeroDivisionError:
            assert not b
    compiled = t.compile(truths_as_numbers, dynamic=True)
    for a, b in VALUES:
        result = compiled(torch.ones(2), a, b)
        t.equal(result, truths_as_numbers(torch.ones(2), a, b))
        assert [type(number) for number in result[1:]] == [bool, int, int, int, int], result
    compiled = t.compile(of_an_int)
    for n in range(2, 8):
        t.equal(compiled(torch.ones(3), n), of_an_int(torch.ones(3), n))
