"""With `dynamic=True` a stride that is no product of sizes becomes a symbol when it changes, as without."""

import torch


def case(t):
    def doubled(x):
        return x * 2

    compiled = t.compile(doubled, dynamic=True)
    for columns in (4, 5, 6, 7):
        x = torch.ones(4, columns)[:, :3]
        t.equal(compiled(x), doubled(x))
    assert len(t.graphs) == 2, len(t.graphs)
