"""A module that nobody has loaded yet may have rules: a trace that loads it is made again."""

import subprocess
import sys

PROGRAM = """
import torch, alternator

def asks(x):
    return x if torch.onnx.is_in_onnx_export() else x + 1

result = alternator.compile(asks, backend="eager", fullgraph=True)(torch.ones(2))
assert result.tolist() == [2, 2], result
"""


def case(t):
    subprocess.run([sys.executable, "-c", PROGRAM], check=True)


# expect captured
# nothing
