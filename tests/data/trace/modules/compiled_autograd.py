"""torch's compiled autograd hands backward passes to Alternator: lists of inputs, sizes and hooks, autograd's nodes as functions."""

import torch
from torch._dynamo import compiled_autograd

import alternator


def gradients(model, x, compiler=None):
    model.zero_grad()
    loss = model(x).pow(2).sum()
    if compiler is None:
        loss.backward()
    else:
        with compiled_autograd._enable(compiler):
            loss.backward()
    return [parameter.grad.clone() for parameter in model.parameters()]


def case(t):
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.LayerNorm(4), torch.nn.ReLU(), torch.nn.Linear(4, 1))
    graphs = []

    def backend(module, inputs):
        graphs.append(module)
        return module.forward

    compiler = alternator.compile(backend=backend, fullgraph=True)
    for rows in (8, 8, 5):
        x = torch.randn(rows, 4)
        expected = gradients(model, x)
        found = gradients(model, x, compiler)
        assert all(torch.equal(a, b) for a, b in zip(found, expected, strict=True))
        if rows == 8:
            assert len(graphs) == 1, "the second backward pass is a hit"
