"""Warnings are given when the graph has run, about the line that they are about; what filters leave out needs no more."""

import sys
import warnings

import torch


def inner(x):
    warnings.warn("of the caller", DeprecationWarning, stacklevel=2)
    return x * 2


def several(x):
    warnings.warn("of this line")
    warnings.warn(RuntimeWarning("an instance"))
    return inner(x)


def left_out(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.warn("nobody sees it")
        return inner(x)


def kept(x):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        warnings.warn("kept")
    return x + len(seen)


def raised(x):
    try:
        warnings.warn("raised")
    except UserWarning as warning:
        return x + 1, str(warning)
    return x


def of_the_caller(x):
    warnings.warn("of whoever calls", stacklevel=2)
    return x + 1


def filters_afterwards(x):
    warnings.warn("before")
    warnings.simplefilter("ignore")
    return x + 1


def old_autocast(x):
    with torch.cpu.amp.autocast():
        return x @ x


def case(t):
    x = torch.ones(2, 2)

    def warned(call, action):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter(action)
            result = call(x)
        return result, [(str(one.message), one.category, one.filename, one.lineno) for one in seen]

    def check(fn, action="always", whole=True):
        compiled = t.compile(fn, fullgraph=whole)
        for _ in range(2):
            t.equal(warned(lambda x: compiled(x), action), warned(lambda x: fn(x), action))

    check(several)
    # From 3.14 on, a lock is taken to change filters.
    check(left_out, whole=sys.version_info < (3, 14))
    check(kept, whole=False)
    check(raised, action="error", whole=False)
    check(raised)
    check(of_the_caller, whole=False)
    check(filters_afterwards, whole=False)
    check(old_autocast)

    # Once for a line, where the filters say so.
    compiled = t.compile(several, fullgraph=True)
    for again in range(2):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("default")
            for _ in range(3):
                compiled(x)
        assert len(seen) == 3, (again, seen)
