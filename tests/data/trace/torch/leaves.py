"""Whether an input is a leaf is its own to say, and guarded."""

import torch


def case(t):
    def fn(x):
        return x * 2 if x.is_leaf else x * 3

    compiled = t.compile(fn, fullgraph=True)
    leaf = torch.ones(2, requires_grad=True)
    t.equal(compiled(leaf), leaf * 2)
    t.equal(compiled(leaf.exp()), leaf.exp() * 3)
    t.equal(compiled(torch.ones(2)), torch.full((2,), 2.0))

    def changed(x):
        x.mul_(2)
        return x + 1

    t.equal(t.compile(changed, fullgraph=True)(leaf * 1), leaf * 2 + 1)
