"""A key or attribute that is written before anything has read it is no assumption: whether it was there already shows
only in the order of the whole."""

import torch


def dict_of(d, x):
    d["k"] = x + 1
    d[1.0] = 5
    return x * 2, list(d)


def deleted(d, x):
    d["k"] = x + 1
    del d["k"]
    return x * 2


class Keeps(torch.nn.Module):
    def forward(self, x):
        self.last = x + 1
        return x * 2


def case(t):
    x = torch.ones(2)
    for fn in (dict_of, deleted):
        compiled = t.compile(fn)
        for start in ({}, {"k": 1}, {True: 2, "k": 1}, {"z": 1}, {}):
            mine, theirs = dict(start), dict(start)
            t.equal(compiled(mine, x), fn(theirs, x))
            t.equal(mine, theirs)
            t.equal([repr(key) for key in mine], [repr(key) for key in theirs])
    made = len(t.graphs)
    module = Keeps()
    compiled = t.compile(module)
    for _ in range(3):
        compiled(x)
    t.equal(module.last, x + 1)
    t.equal(len(t.graphs) - made, 1)
