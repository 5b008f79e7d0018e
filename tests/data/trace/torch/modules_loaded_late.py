"""A module that nobody has loaded yet may have rules: a trace that loads it is made again."""

import programs

PROGRAM = """
import torch, alternator

def asks(x):
    return x if torch.onnx.is_in_onnx_export() else x + 1

result = alternator.compile(asks, backend="eager", fullgraph=True)(torch.ones(2))
assert result.tolist() == [2, 2], result
"""


def case(t):
    programs.run(PROGRAM)


# expect captured
# nothing
