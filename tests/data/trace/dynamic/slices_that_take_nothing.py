"""A slice that takes nothing of this call's size is no reason to fix the size."""

import alternator
import torch

SLICES = (
    lambda x: x[2:] + 1,
    lambda x: x[:-2] * 2,
    lambda x: (x[2:] + 0).view(-1, 3),
    lambda x: x[2:].reshape(-1),
    lambda x: x.narrow(0, 2, x.shape[0] - 2) + 1,
    lambda x: torch.cat([x[2:], x]),
)


def case(t):
    for sizes in ((2, 3, 4, 5), (5, 3, 2)):
        for fn in SLICES:
            alternator.reset()
            before = len(t.graphs)
            compiled = t.compile(fn)
            for size in sizes:
                x = torch.arange(size * 3.0).reshape(size, 3)
                torch._dynamo.mark_dynamic(x, 0)
                result, expected = compiled(x), fn(x)
                t.equal(result, expected)
                assert result.stride() == expected.stride(), (size, result.stride())
            assert len(t.graphs) - before == 1, (size, len(t.graphs) - before)
