"""What autocast leaves alone needs no fake tensors under it: pointwise operators of their own, and views."""

import torch

import alternator


def fn(x, y):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        z = torch.relu(x) + y
        return (z.transpose(0, 1).reshape(-1) * 2).sigmoid(), z[0] - 1


def case(t):
    compiled = t.compile(fn, fullgraph=True)
    before = alternator.counters()["fake_tensors"]
    for x, y in ((torch.randn(2, 3), torch.randn(2, 3)), (torch.randn(3, 2), torch.randn(3, 2, dtype=torch.bfloat16))):
        found, expected = compiled(x, y), fn(x, y)
        t.equal(found, expected)
        t.equal([part.dtype for part in found], [part.dtype for part in expected])
    assert alternator.counters()["fake_tensors"] == before
