"""What a module runs while it is imported runs once: neither it nor the functions that it calls are captured."""

import pathlib
import sys
import tempfile

import torch

NAME = "module_that_computes"
SOURCE = """
import torch

def table(n):
    return torch.arange(n).float() * 2

TABLE = table(4)
"""


def fn(x):
    import module_that_computes

    return x + module_that_computes.TABLE


def case(t):
    compiled = t.compile(fn)
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, NAME + ".py").write_text(SOURCE)
        sys.path.insert(0, folder)
        try:
            for _ in range(2):
                t.equal(compiled(torch.ones(4)), torch.tensor([1.0, 3.0, 5.0, 7.0]))
        finally:
            sys.path.remove(folder)
            sys.modules.pop(NAME, None)
    t.equal([[str(node.target) for node in graph.graph.nodes if node.op.startswith("call")] for graph in t.graphs], [["<built-in function add>"]])


# expect captured
# in pieces
