"""A function that is called for the first time while the process ends does what it does at any time."""

import programs

PROGRAM = """
import alternator
import torch

def fn(x):
    return x.sin() + 1

class Late:
    def __init__(self):
        self.fn, self.x, self.print = alternator.compile(fn, backend="eager"), torch.zeros(2), print

    def __del__(self):
        self.print(self.fn(self.x).tolist())

late = Late()
"""


def case(t):
    ended = programs.run(PROGRAM)
    assert ended.stdout == "[1.0, 1.0]\n" and ended.returncode == 0, (ended.stdout, ended.stderr)


# expect captured
# nothing
