"""What a class written in C says of itself stays so; a class that a program wrote can be renamed."""

import torch


class Written:
    pass


def fn(x, *classes):
    lengths = sum(len(one.__name__) + len(one.__qualname__) + len(one.__mro__) + len(one.__doc__ or "") for one in classes)
    return x + lengths, [one.__module__ for one in classes]


def case(t):
    x = torch.ones(2)
    compiled = t.compile(fn, fullgraph=True)
    for _ in range(3):
        t.equal(compiled(x, int, Written, type(None)), fn(x, int, Written, type(None)))
    assert len(t.graphs) == 1
    Written.__name__ = "Renamed"
    t.equal(compiled(x, int, Written, type(None)), fn(x, int, Written, type(None)))
    t.equal(compiled(x, str, Written, type(None)), fn(x, str, Written, type(None)))
    assert len(t.graphs) == 3
