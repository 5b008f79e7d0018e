"""The line of a traceback when a graph raises that has written before, and so is not run again: that of the operator."""

import torch

KEPT = torch.zeros(3)


def broken_later(x, s):
    KEPT.add_(0)
    torch.linalg.solve(s, s)
    return not_defined  # noqa: F821


def of_an_inlined_call(x, s):
    KEPT.mul_(2)
    y = solved(s)
    print(end="")
    return x + y


def solved(s):
    return torch.linalg.solve(s, s)


def returned(x, s):
    KEPT.mul_(2)
    x = x + 1
    y = torch.linalg.inv(s)
    return x, y


def line_of(function, code, arguments):
    try:
        function(*arguments)
    except torch.linalg.LinAlgError as error:
        return next(entry.tb_lineno for entry in walk(error.__traceback__) if entry.tb_frame.f_code.co_name == code)
    return None


def walk(entry):
    while entry is not None:
        yield entry
        entry = entry.tb_next


def case(t):
    arguments = torch.ones(3), torch.zeros(2, 2)
    for function in (broken_later, of_an_inlined_call, returned):
        lines = [line_of(called, function.__name__, arguments) for called in (function, t.compile(function))]
        assert lines[0] == lines[1] is not None, (function, lines)
