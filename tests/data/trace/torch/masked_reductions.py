"""`torch.masked` reduces tensors with masks in one graph."""

import torch
from torch import masked


def fn(x, mask):
    names = "sum mean prod amax amin norm var std logsumexp softmax log_softmax cumsum argmax median".split()
    results = []
    for name in names:
        ordered = (2,) if name == "norm" else ()
        results.append(getattr(masked, name)(x, *ordered, 0, mask=mask))
    return results, masked.sum(x), masked.normalize(x, 2.0, 0, mask=mask)


def case(t):
    mask = torch.tensor([[True, False, True]] * 2)
    x = torch.randn(2, 3, requires_grad=True)
    t.equal(t.compile(fn, fullgraph=True)(x, mask), fn(x, mask))


# expect breaks
