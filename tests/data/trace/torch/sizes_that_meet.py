"""torch.broadcast_shapes is computed while tracing, also of sizes that are symbols."""

import torch


def case(t):
    def fn(x, y):
        return torch.broadcast_shapes(x.shape, y.shape, 5, (1, 1)), torch.broadcast_shapes()

    compiled = t.compile(fn, fullgraph=True, dynamic=True)
    for x, y in [(torch.ones(3, 1), torch.ones(5)), (torch.ones(4, 5), torch.ones(2, 1, 1))]:
        t.equal(compiled(x, y), fn(x, y))

    def wrong(x):
        try:
            return torch.broadcast_shapes(x.shape, (7,))
        except RuntimeError as error:
            return str(error)

    t.equal(t.compile(wrong, fullgraph=True)(torch.ones(2, 3)), wrong(torch.ones(2, 3)))
