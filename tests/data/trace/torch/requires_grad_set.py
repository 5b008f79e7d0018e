"""Whether a tensor requires gradients may be set to what it is; what changes it says so."""

import torch


def fn(x, w):
    y = x[:, None]
    y.requires_grad = False
    w.requires_grad = True
    return (y * w).sum() + y.requires_grad + w.requires_grad


def changes(x):
    y = x + 1
    y.requires_grad = True
    return y * 2


def no_bool(x):
    y = x + 1
    try:
        y.requires_grad = 1
    except RuntimeError as error:
        return y, str(error)
    return y, ""


def case(t):
    x, w = torch.randn(3), torch.randn(3, requires_grad=True)
    compiled = t.compile(fn, fullgraph=True)
    for _ in range(2):
        t.equal(compiled(x, w), fn(x, w))
    for function in (changes, no_bool):
        compiled = t.compile(function)
        for _ in range(2):
            t.equal(compiled(x), function(x))


# expect breaks
# line 15: a tensor that the graph makes to require gradients leaves it
# line 22: requires_grad set to what is no bool
