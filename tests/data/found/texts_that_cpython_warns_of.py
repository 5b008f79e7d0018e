"""`eval` of a text that CPython warns of: the warning came while tracing, from another file, and not at later calls.
Found with CPython 3.14's own tests."""

import warnings

import torch


def more(x):
    return x + 1


def fn(x):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        found = eval(r"'\ '"), eval("1 + 2")
    return found, [(str(one.message), one.filename, one.lineno, one.category) for one in said], more(x)


def calls():
    yield (torch.ones(2),)
    yield (torch.ones(3),)
