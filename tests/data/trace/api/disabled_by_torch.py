"""What torch's decorators keep out of graphs stays out of them here, with all that it calls."""

import torch


def inner(x):
    return x + 1, torch.compiler.is_compiling()


@torch.compiler.disable
def disabled(x):
    return inner(x)


@torch.compiler.disable(recursive=False)
def skipped(x):
    return inner(x), torch.compiler.is_compiling()


def case(t):
    x = torch.ones(2)
    one = t.compile(lambda x: (disabled(x * 2), x * 3))
    (result, compiling), _ = one(x)
    assert not compiling
    t.equal(result, x * 2 + 1)
    assert len(t.graphs) == 2
    other = t.compile(lambda x: skipped(x * 2))
    ((_, inside), _), _ = other(x), None
    assert inside


# expect breaks
# line 22: call of function disabled, which is marked not to be compiled
# line 27: call of function skipped, which is marked not to be compiled
