"""A size that a checkpoint gives is a torch.Size, not the tuple that torch's trees make of one. Found by hand."""

from collections import namedtuple

import torch
from torch.utils.checkpoint import checkpoint

Part = namedtuple("Part", "result size")


def fn(x):
    def part(v):
        return Part(v * 2, v.shape), {"sizes": [v.size(), (v.size(0), 1)]}

    return checkpoint(part, x, use_reentrant=False)


def case(t):
    for settings in ({}, {"dynamic": True}):
        compiled = t.compile(fn, fullgraph=True, **settings)
        for length in (2, 3, 4):
            x = torch.ones(length, 3, requires_grad=True)
            part, others = compiled(x)
            assert type(part) is Part and torch.equal(part.result, x * 2)
            sizes = [part.size, *others["sizes"]]
            assert [type(size) for size in sizes] == [torch.Size, torch.Size, tuple]
            assert sizes == [(length, 3), (length, 3), (length, 1)]
            part.result.sum().backward()
            assert x.grad.eq(2).all()
