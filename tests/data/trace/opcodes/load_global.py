"""Globals that change, and ones that a function writes."""

import torch

scale = 2
seen = 0


def fn(x):
    global seen
    seen = seen + 1
    return x * scale + seen


calls = [(torch.randn(2),), (torch.randn(2),)]


def case(t):
    global scale, seen
    compiled = t.compile(fn)
    x = torch.randn(2)
    seen = 0
    t.equal(compiled(x), x * 2 + 1)
    assert seen == 1
    scale = 3
    t.equal(compiled(x), x * 3 + 2)
    assert seen == 2
