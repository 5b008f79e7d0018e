"""The arguments and keywords of a partial that leaves the graph are those that the program was given
(tests/fuzz --guards)."""

import functools

KEPT = None


def pair(*arguments, **keywords):
    return arguments, keywords


def fn(x, number, nested):
    global KEPT
    first = functools.partial(pair, number, named=x)
    KEPT = functools.partial(first, 2, other=3) if nested else first
    parts = KEPT.args, KEPT.keywords
    return x + 1, parts, KEPT


def case(t):
    import torch

    compiled = t.compile(fn, backend="eager")
    for nested in (False, True):
        _, (arguments, keywords), made = compiled(torch.ones(2), 5, nested)
        assert made is KEPT and made.args is arguments and made.keywords is keywords
        t.equal((made.func, made()), (pair, fn(torch.ones(2), 5, nested)[2]()))
        made.attribute = 1
        assert vars(made) == {"attribute": 1}
