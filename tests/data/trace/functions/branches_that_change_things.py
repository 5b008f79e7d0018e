"""A branch that changes what is outside of it, or gives back what it was given, is no graph: Python takes it."""

import torch

seen = []


def writes(x):
    def branch(a):
        seen.append(1)
        return a + 1

    return torch.cond(x.sum() > 0, branch, lambda a: a - 1, (x,))


def leaks(x):
    kept = {}

    def branch(a):
        kept["a"] = a * 2
        return a + 1

    return torch.cond(x.sum() > 0, branch, lambda a: a - 1, (x,)), kept


def differs(x):
    return torch.cond(x.sum() > 0, lambda a: a + 1, lambda a: (a - 1, a), (x,))


def case(t):
    for fn in (writes, leaks, differs):
        try:
            t.compile(fn, fullgraph=True)(torch.ones(2))
        except Exception as error:
            assert type(error).__name__ == "Unsupported", error
        else:
            raise AssertionError(fn.__name__)


# expect captured
# nothing
