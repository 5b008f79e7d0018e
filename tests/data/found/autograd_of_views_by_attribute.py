"""A view by attribute has the autograd function that it has as written."""

import torch

VIEWS = ("T", "mT", "H", "mH", "real", "data")


def fn(x):
    return [getattr(x, name) for name in VIEWS]


def calls():
    for x in (torch.randn(3, 4, requires_grad=True), torch.randn(3, 4, dtype=torch.complex64, requires_grad=True)):
        yield (x,)


def case(t):
    for (x,) in calls():
        found, expected = t.compile(fn, fullgraph=True)(x), fn(x)
        t.equal(found, expected)
        for mine, theirs in zip(found, expected):
            assert type(mine.grad_fn) is type(theirs.grad_fn), (mine.grad_fn, theirs.grad_fn)
