"""Frames of a file that rules skip are left alone also when its module is loaded after the first frame was looked at."""

import os
import subprocess
import sys
import tempfile
import textwrap

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
        os.mkdir(os.path.join(folder, "mpmath"))
        for name, text in (("mpmath/__init__.py", PACKAGE), ("program.py", PROGRAM)):
            with open(os.path.join(folder, name), "w") as file:
                file.write(textwrap.dedent(text))
        path = os.pathsep.join([folder, *sys.path])
        environment = {**os.environ, "PYTHONPATH": path}
        done = subprocess.run([sys.executable, os.path.join(folder, "program.py")], env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


# expect captured
# nothing
