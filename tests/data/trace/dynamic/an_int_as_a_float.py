"""`float(n)` of an int that changes is a number of the graph; where its value is wanted, the int is fixed."""

import torch


def scales(x, n):
    return x * float(n), float(n) > 3, float(x.shape[0]) / 2


def wants(x, n):
    return x + 1, str(float(n))


def case(t):
    scaled, wanted = t.compile(scales), t.compile(wants)
    del t.graphs[:]
    for n in (3, 4, 5, 6, 1 << 60):
        t.equal(scaled(torch.ones(n % 7 + 2), n), scales(torch.ones(n % 7 + 2), n))
    assert len(t.graphs) <= 4
    for n in (3, 4, 5):
        t.equal(wanted(torch.ones(2), n), wants(torch.ones(2), n))
