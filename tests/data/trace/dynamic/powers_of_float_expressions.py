"""Powers and functions of what is computed from a float that changes: the guard is a bound of the float, not its value."""

import math

import torch


def decayed(x, done):
    return x * (1 - done) ** 0.9


def squared(x, value):
    return x * ((value * 2 - 3) / 4) ** 2


def turned(x, value):
    return x + math.cos(3 - value * 0.5)


def inverted(x, value):
    return x * (value + 1) ** -1


def outcome(function, *arguments):
    try:
        return repr(function(*arguments))
    except (ArithmeticError, ValueError, TypeError) as error:
        return type(error).__name__, str(error)


def case(t):
    from torch._dynamo.testing import CompileCounterWithBackend

    x = torch.ones(2, dtype=torch.float64)
    for function in (decayed, squared, turned, inverted):
        counter = CompileCounterWithBackend("eager")
        compiled = t.compile(function, backend=counter)
        for value in (0.1, 0.2, 0.3, 0.4, 0.95):
            assert outcome(compiled, x, value) == outcome(function, x, value), (function, value)
        assert counter.frame_count == 2, (function, counter.frame_count)
        # Beyond the bound the result is a complex number, or the program raises.
        for value in (1.5, -1.0, 1e300, float("inf"), -float("inf"), float("nan"), 0.5):
            assert outcome(compiled, x, value) == outcome(function, x, value), (function, value)
