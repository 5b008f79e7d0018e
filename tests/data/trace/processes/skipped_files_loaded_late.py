"""Frames of a file that rules skip are left alone also when its module is loaded after the first frame was looked at."""

import os
import tempfile

import programs

PACKAGE = """
def apply(x):
    print("applied")  # a graph break: the frame is not inlined
    return x.sin() + 1
"""

PROGRAM = """
import sys
import torch
import alternator
from alternator import _engine

assert "mpmath" not in sys.modules
graphs = []

def backend(module, inputs):
    graphs.append(module)
    return module.forward

def first(x):
    return x + 1

x = torch.ones(2)
assert torch.equal(alternator.compile(first, backend=backend)(x), x + 1)
import mpmath

def second(x):
    x = x + 1
    return mpmath.apply(x) * 2

compiled = alternator.compile(second, backend=backend)
assert torch.equal(compiled(x), ((x + 1).sin() + 1) * 2)
assert not _engine.cache_entries(mpmath.apply.__code__)
assert _engine.cache_entries(second.__code__)
"""


def case(t):
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/mpmath")
        with open(f"{folder}/mpmath/__init__.py", "w") as file:
            file.write(PACKAGE)
        programs.run(PROGRAM, folder=folder)


# expect captured
# nothing
