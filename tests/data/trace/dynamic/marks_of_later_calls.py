"""A tensor that is marked after something was compiled for one without marks, or with others, compiles anew; one with fewer
marks does not."""

import alternator
import torch


def no_mark(x):
    pass


def dynamic(x):
    torch._dynamo.mark_dynamic(x, 0)


def in_range(x):
    torch._dynamo.mark_dynamic(x, 0, min=2, max=9)


def perhaps(x):
    torch._dynamo.maybe_mark_dynamic(x, 0)


def static(x):
    torch._dynamo.mark_static(x, 0)


def unseen(x):
    torch._dynamo.decorators.mark_unbacked(x, 0)


def both(x):
    static(x), dynamic(x)


# The marks of each call with its size, and how many graphs there are after it.
CALLS = [
    [(no_mark, 3, 1), (dynamic, 3, 2), (dynamic, 4, 2), (no_mark, 5, 2)],
    [(no_mark, 3, 1), (perhaps, 4, 2), (dynamic, 5, 3)],
    [(no_mark, 3, 1), (unseen, 3, 2), (unseen, 1, 2)],
    [(no_mark, 3, 1), (no_mark, 4, 2), (perhaps, 5, 2), (static, 6, 3), (static, 7, 4)],
    [(dynamic, 3, 1), (static, 4, 2), (static, 5, 3), (no_mark, 6, 3)],
    [(in_range, 3, 1), (in_range, 4, 1), (no_mark, 5, 1), (dynamic, 6, 2), (no_mark, 30, 2)],
    [(both, 3, 1), (both, 4, 1), (dynamic, 5, 1)],
]


def case(t):
    for calls in CALLS:
        alternator.reset()
        before = len(t.graphs)
        compiled = t.compile(lambda x: x * 2)
        for mark, size, graphs in calls:
            x = torch.ones(size)
            mark(x)
            t.equal(compiled(x), x * 2)
            assert len(t.graphs) - before == graphs, (mark.__name__, size, len(t.graphs) - before)
