"""A lazy module gets its parameters on the first call, and is compiled like any other."""

import torch

import alternator


def case(t):
    lazy = torch.nn.LazyLinear(4)
    compiled = alternator.compile(lazy, backend="eager")
    x = torch.randn(2, 3)
    found = compiled(x)
    assert lazy.weight.shape == (4, 3)
    t.equal(found, lazy(x))
    t.equal(compiled(x), lazy(x))
    again = alternator.compile(compiled, backend="eager")
    assert again._orig_mod is lazy

    # The first call runs as written, whether the module is called in a loop or not; the others have one graph.
    class Network(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = torch.nn.LazyConv1d(4, 1), torch.nn.LazyLinear(2)

        def forward(self, x):
            return self.second(self.first(x).relu().flatten(1))

    for model in (Network(), torch.nn.Sequential(torch.nn.LazyConv1d(4, 1), torch.nn.Flatten(), torch.nn.LazyLinear(2))):
        graphs = []
        compiled = alternator.compile(model, backend=lambda graph, inputs: graphs.append(graph) or graph)
        x = torch.randn(2, 3, 5)
        for _ in range(3):
            t.equal(compiled(x), model(x))
        assert len(graphs) == 1, graphs

    # The first call is plain Python's under fullgraph too.
    lazy = torch.nn.Sequential(torch.nn.LazyLinear(4), torch.nn.ReLU())
    compiled = t.compile(lambda x: lazy(x) * 2, fullgraph=True)
    x, before = torch.randn(2, 3), len(t.graphs)
    for _ in range(3):
        t.equal(compiled(x), lazy(x) * 2)
    assert len(t.graphs) == before + 1
