"""That a module was compiled does not make torch's own calls of modules roots: below code that is not captured, the
user's layers are captured, and torch's stay as they are."""

import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        return self.linear(x).relu()


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(Layer() for _ in range(3))
        self.norm = nn.LayerNorm(4)

    def forward(self, x):
        for layer in self.layers:
            if x.sum() > 1e6:
                continue
            x = layer(x)
        return self.norm(x)


def case(t):
    torch.manual_seed(0)
    model, x = Model(), torch.randn(2, 4, requires_grad=True)
    compiled = t.compile(model)
    t.equal(compiled(x), model(x))
    assert len(t.graphs) == 1 and t.ops() == ["linear", "relu"], [t.ops(graph) for graph in range(len(t.graphs))]
    # Asked for by name, one of torch's is captured like any other.
    norm = t.compile(model.norm, fullgraph=True)
    t.equal(norm(x), model.norm(x))
    assert len(t.graphs) == 2 and t.ops() == ["layer_norm"]
    t.equal(compiled(x), model(x))
    assert len(t.graphs) == 2
