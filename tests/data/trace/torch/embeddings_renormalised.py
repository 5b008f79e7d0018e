"""An embedding with max_norm writes into its weight, which may be a leaf that requires gradients."""

import torch


def fn(indices, layer):
    return layer.weight.clone().sum(1), layer(indices)


def case(t):
    indices = torch.tensor([[1, 2], [0, 2]])
    for kind in (torch.nn.Embedding, torch.nn.EmbeddingBag):
        layer, plain = kind(5, 3, max_norm=1.0), kind(5, 3, max_norm=1.0)
        plain.load_state_dict(layer.state_dict())
        compiled = t.compile(fn, fullgraph=True)
        for _ in range(2):
            found, expected = compiled(indices, layer), fn(indices, plain)
            t.equal(found, expected)
            sum(one.sum() for one in found).backward()
            sum(one.sum() for one in expected).backward()
            t.equal(layer.weight.grad, plain.weight.grad)
            t.equal(layer.weight, plain.weight)
