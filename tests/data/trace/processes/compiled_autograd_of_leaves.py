"""A backward pass that compiled autograd hands over accumulates gradients of plain leaves, as of parameters, in one graph."""

import programs

SCRIPT = """
import torch
from torch._dynamo import compiled_autograd
from torch._dynamo.testing import EagerAndRecordGraphs

def leaf():
    return torch.arange(4.0).requires_grad_()

def backward(loss, *leaves):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    with compiled_autograd._enable(lambda module: torch.compile(module, backend=backend, fullgraph=True)):
        loss(*leaves).backward()
    print([leaf.grad for leaf in leaves], len(backend.graphs))

backward(lambda a: (a * 2).sum(), leaf())
backward(lambda a, b: (a * b).sum(), leaf(), leaf())
backward(lambda a: (a * 2).sum(), torch.nn.Parameter(torch.ones(4)))
has_one = leaf()
has_one.grad = torch.ones(4)
backward(lambda a: (a * 2).sum(), has_one)
hooked = leaf()
hooked.register_hook(lambda gradient: gradient * 3)
backward(lambda a: (a * 2).sum(), hooked)
"""


def case(t):
    t.equal(programs.run(SCRIPT, *programs.REPLACED).stdout, programs.run(SCRIPT).stdout)


# expect captured
# nothing
