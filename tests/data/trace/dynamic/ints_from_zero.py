"""A changing int is a number of the graph when it is 0 or 1 too; only where it becomes a size are these values of their own."""

import torch

import alternator


def scaled(x, k):
    return x * k


def asked(x, k):
    return x * 2 if k > 1 else x + k


def cut(x, k):
    return x[:k] * 2


def many(x, k):
    return torch.ones(k, 4) * x + k


def shared(x, k):
    return x + (10 // k if k else 3)


def case(t):
    x = torch.arange(4.0)
    for function, values, entries in (
        (scaled, (0, 1, 2, 3), 2),
        (scaled, (5, 1, 0, 2), 2),
        (asked, (0, 1, 2, 0, 5), 3),
        (cut, (2, 3, 1, 0), None),
        (many, (0, 1, 2, 3), None),
        (shared, (0, 1, 2, 5, 0), None),
    ):
        alternator.reset()
        compiled, before = t.compile(function), len(t.graphs)
        for value in values:
            t.equal(compiled(x, value), function(x, value))
        if entries:
            assert len(t.graphs) - before == entries, (function, values, len(t.graphs) - before)
