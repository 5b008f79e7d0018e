"""The default dtype, set in a compiled function: factories there follow it, and the program finds it afterwards."""

import torch


def set_for_good(x):
    torch.set_default_dtype(torch.float64)
    return x + 1, torch.ones(2), torch.arange(3) / 2, torch.get_default_dtype()


def set_and_put_back(x):
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float16)
    try:
        return torch.zeros(2), torch.full((2,), 1.5), x * 2
    finally:
        torch.set_default_dtype(before)


def set_across_a_break(x):
    torch.set_default_dtype(torch.float64)
    first = torch.ones(2)
    print("a break")
    second = torch.ones(2)
    torch.set_default_dtype(torch.float32)
    return first, second, torch.ones(1)


def before_an_error(x):
    torch.set_default_dtype(torch.float64)
    return x[torch.tensor([9])]


def refused(x):
    errors = []
    for dtype in (torch.int64, "float"):
        try:
            torch.set_default_dtype(dtype)
        except TypeError as error:
            errors.append(str(error))
    return x + 1, errors


def without_a_rule(x):
    torch.set_default_dtype(torch.float64)
    made = torch.signal.windows.hann(4)
    torch.set_default_dtype(torch.float32)
    return made


def case(t):
    x = torch.ones(2)
    expected = [torch.float64, torch.float32, torch.float32, torch.float64]
    try:
        for function, dtype in zip((set_for_good, set_and_put_back, set_across_a_break), expected):
            compiled = t.compile(function, fullgraph=function is not set_across_a_break)
            for _ in range(2):
                torch.set_default_dtype(torch.float32)
                found = compiled(x)
                assert torch.get_default_dtype() == dtype, function
                torch.set_default_dtype(torch.float32)
                t.equal(found, function(x))
                torch.set_default_dtype(torch.float32)
        try:
            t.compile(before_an_error)(x)
        except IndexError:
            assert torch.get_default_dtype() == torch.float64
        torch.set_default_dtype(torch.float32)
        for function in (refused, without_a_rule):
            t.equal(t.compile(function)(x), function(x))
    finally:
        torch.set_default_dtype(torch.float32)
