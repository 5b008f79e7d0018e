"""A module that nobody has loaded yet may have rules: they hold in the trace that loads it."""

import programs

PROGRAM = """
import torch, alternator

def asks(x):
    return x if torch.onnx.is_in_onnx_export() else x + 1

result = alternator.compile(asks, backend="eager", fullgraph=True)(torch.ones(2))
assert result.tolist() == [2, 2], result
"""

# The metadata of torch's attributes is asked of fakes, which load torch._dynamo.
IN_THE_MIDDLE = """
import sys
import torch, alternator

def breaks(x):
    y = x + 1
    torch._dynamo.graph_break()
    return y * 2

assert "torch._dynamo" not in sys.modules
result = alternator.compile(breaks, backend="eager")(torch.ones(2))
assert result.tolist() == [4, 4] and alternator.counters()["graph_breaks"] == 1, alternator.counters()
"""


def case(t):
    programs.run(PROGRAM)
    programs.run(IN_THE_MIDDLE)


# expect captured
# nothing
