"""Sizes become symbols that the graph takes for the sake of its bodies alone; what a layer keeps beside its result leaves them."""

import torch


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x, kept):
        y = self.linear(x).relu() + x.sum() * 2
        y = (torch.sin(y) - torch.cos(y)) * 2 + 1
        kept.append(y)
        return y.exp() * 0.01


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(Layer() for _ in range(4))

    def forward(self, x):
        kept = []
        for layer in self.layers:
            x = layer(x, kept).add_(1).t().contiguous().t()
        return x, kept


def case(t):
    torch.manual_seed(0)
    model = Model().requires_grad_(False)
    with t.config.patch(repeated_regions="always"):
        for backend in (t.backend, "aot_eager"):
            for dynamic in (None, True):
                compiled = t.compile(model, backend=backend, dynamic=dynamic)
                for size in (4, 3, 6):
                    x = torch.randn(size, 4)
                    t.equal(compiled(x), model(x))
                if backend is t.backend:
                    assert t.ops().count("invoke_subgraph") == 3, t.ops()
