"""Nested tensors answer for what they do not leave to torch: padding, and a dimension that is made of several."""

import torch


def fn(nested):
    padded = nested.to_padded_tensor(0.0) + torch.nested.to_padded_tensor(nested, 0.0)
    return padded, nested.unflatten(-1, [2, 3]).transpose(1, 2).values()


def made(x, y):
    return torch.nested.nested_tensor([x, y], layout=torch.jagged).to_padded_tensor(2.0).sum()


def case(t):
    x, y = torch.arange(12.0).view(2, 6), torch.ones(4, 6)
    nested = torch.nested.nested_tensor([x, y], layout=torch.jagged)
    for backend in t.backend, "aot_eager":
        t.equal(t.compile(fn, fullgraph=True, backend=backend)(nested), fn(nested))
        t.equal(t.compile(made, fullgraph=True, backend=backend)(x, y), made(x, y))
