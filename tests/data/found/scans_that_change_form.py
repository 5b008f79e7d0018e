"""A scan whose function gives a carry of another shape, dtype or other strides than it began with is refused, as torch refuses it. Found
beside `loops_that_change_strides`: the trace took the result for what the carry was at first."""

import alternator
import torch
from torch._higher_order_ops.scan import scan


def grown(c, x):
    return torch.cat([c, c]), x * 1


def retyped(c, x):
    return c.double() * 2, x * 1


def laid_out(c, x):
    return (c + x).t().contiguous().t(), x * 1


def kept(c, x):
    return c * 2 + x, c.sum() + x


def case(t):
    slices = torch.arange(18.0).reshape(3, 2, 3)
    for begin in (torch.ones(2, 3), torch.ones(3, 2).t()):
        carry, given = t.compile(lambda c, x: scan(kept, c, x), fullgraph=True)(begin, slices)
        expected, parts = begin, []
        for x in slices:
            expected, part = kept(expected, x)
            parts.append(part)
        t.equal(carry, expected)
        assert carry.stride() == expected.stride(), carry.stride()
        t.equal(given, torch.stack(parts))
    for combine in (grown, retyped, laid_out):
        for backend in ("eager", "aot_eager"):
            compiled = t.compile(lambda c, x, combine=combine: scan(combine, c, x), backend=backend, fullgraph=True)
            try:
                compiled(torch.ones(2, 3), slices)
            except alternator.errors.Unsupported as error:
                assert "changes its form" in str(error)
            else:
                raise AssertionError(f"{combine.__name__} was captured")
