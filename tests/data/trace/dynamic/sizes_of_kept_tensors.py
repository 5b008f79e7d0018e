"""Tensors that globals, their attributes and modules keep are of changing sizes as arguments are; parameters, buffers and what
torch's own modules keep are not."""

import torch


class Holder:
    pass


holder = Holder()
kept = torch.ones(3)


class Cache(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.kept = torch.ones(1, 3)
        self.register_buffer("buffer", torch.ones(3))
        self.weight = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        self.kept = torch.cat([self.kept, x])
        return self.kept.sum() * self.weight + self.buffer


def of_globals(x):
    return x + kept.sum() * 2 + holder.kept[0].sum()


def case(t):
    global kept
    compiled = t.compile(of_globals, fullgraph=True)
    for size in (3, 4, 5, 6):
        kept, holder.kept = torch.ones(size), [torch.ones(size + 1)]
        t.equal(compiled(torch.ones(2)), of_globals(torch.ones(2)))
    assert len(t.graphs) == 2, len(t.graphs)
    module, plain = Cache(), Cache()
    compiled = t.compile(module, fullgraph=True)
    for _ in range(5):
        t.equal(compiled(torch.ones(1, 3)), plain(torch.ones(1, 3)))
    assert len(t.graphs) == 4, len(t.graphs)
    for number, size in enumerate((4, 5, 6), start=5):
        for it in (module, plain):
            it.buffer, it.weight = torch.ones(size), torch.nn.Parameter(torch.ones(size))
        t.equal(compiled(torch.ones(1, 3)), plain(torch.ones(1, 3)))
        assert len(t.graphs) == number, (size, len(t.graphs))
