"""What a function asks of the exception that its caller is handling (CPython's test_logging)."""

import sys
import traceback

import torch


def asked(x):
    return x + 1, repr(sys.exception()), sys.exc_info()[0], traceback.format_exc().splitlines()[-1]


def raised_again(x):
    try:
        raise
    except Exception as error:
        return x + 1, repr(error)


def context(x):
    y = x + 1
    try:
        {}["key"]
    except KeyError as error:
        return y * 2, repr(error.__context__)


def generator(x):
    def told():
        yield repr(sys.exception())
        try:
            raise KeyError(1)
        except KeyError as error:
            yield repr(error.__context__)

    return x + 1, list(told())


def case(t):
    x = torch.ones(2)
    for function in (asked, raised_again, context, generator):
        compiled = t.compile(function)
        for number in (None, 1, 2, None):
            try:
                if number is None:
                    t.equal(compiled(x), function(x))
                    continue
                raise ValueError(f"number {number}")
            except ValueError:
                t.equal(compiled(x), function(x))
