"""Rows of a parameter picked by a buffer of numbers, as in relative position biases: described by a meta rule."""

import torch

import alternator


def case(t):
    table = torch.nn.Parameter(torch.arange(12.0).reshape(6, 2))
    rows = torch.tensor([0, 3, 3])
    before = alternator.counters()["fake_tensors"]
    compiled = t.compile(lambda x: x + table[rows], fullgraph=True)
    x = torch.ones(3, 2)
    t.equal(compiled(x), x + table[rows])
    assert alternator.counters()["fake_tensors"] == before
