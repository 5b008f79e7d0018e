"""A part of torch that is imported when it is first asked for is imported before the trace, which does not see it."""

import programs

PROGRAM = """
import sys
import torch
import alternator

assert "torch._dynamo" not in sys.modules
graphs = []


def backend(module, inputs):
    graphs.append(module.code)
    return module.forward


def fn(x):
    x = x + 1
    torch._dynamo.graph_break()
    return x * 2


compiled = alternator.compile(fn, backend=backend)
for _ in range(2):
    assert compiled(torch.ones(2)).tolist() == [4, 4]
assert len(graphs) == 2 and "getattr" not in "".join(graphs), graphs
"""


def case(t):
    programs.run(PROGRAM)


# expect captured
# nothing
