"""The first thing that a process compiles asks whether a tensor is of such a type as `torch.FloatTensor`."""

import programs

SCRIPT = """
import torch
import alternator

def fn(x):
    return x + 1 if isinstance(x, torch.FloatTensor) else x - 1

compiled = alternator.compile(fn, backend="eager", fullgraph=True)
print(compiled(torch.ones(1)).item(), compiled(torch.ones(1).double()).item())
"""


def case(t):
    t.equal(programs.run(SCRIPT).stdout.splitlines()[-1], "2.0 0.0")


# expect captured
# nothing
