"""torch's front end is first imported by what a compiled function calls: its settings are taken over there, and a frame of
the import that breaks is traced once, though each look finds the module unfinished."""

import programs

PROGRAM = """
import sys
import torch
import alternator
from torch.utils.checkpoint import checkpoint

def body(x, count):
    count.add_(1)
    return x.sin()

def function(x, count):
    return checkpoint(body, x, count, use_reentrant=False) + 1

x, count = torch.ones(2, requires_grad=True), torch.zeros(())
assert "torch._dynamo" not in sys.modules
result = alternator.compile(function, backend="eager")(x, count)
assert "torch._dynamo" in sys.modules
print(torch.equal(result, x.sin() + 1), count.item())
"""


def case(t):
    t.equal(programs.run(PROGRAM).stdout, "True 1.0\n")


# expect captured
# nothing
