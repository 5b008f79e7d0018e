"""The machines' oracle tells a compiled run that does something else, and which; and programs are made smaller."""

import os
import random
import tempfile
import warnings

import torch

from fuzz import oracle, programs, shrink

PROGRAM = """
import torch
ITEMS = []
def fn(x, items):
    unused = [1, 2]
    for _ in range(2):
        ITEMS.append(3)
    y = x * 2 + 1
    return y, items
def calls():
    yield torch.ones(2), [1]
    yield torch.ones(3), [2]
"""


def wrong_sums(module, example_inputs):
    for node in module.graph.nodes:
        if node.op == "call_function" and node.target.__name__ == "add":
            node.args = (node.args[0], 2)
    module.recompile()
    return module.forward


def refuses(module, example_inputs):
    def run(*arguments):
        raise ValueError("refused")

    return run


def gives_nothing(module, example_inputs):
    return lambda *arguments: []


def other_storage(module, example_inputs):
    return lambda *arguments: [torch.stack([r, r], -1)[..., 0] for r in module.forward(*arguments)]


def case(t):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.py")

        def kind(text, backend="eager"):
            with open(path, "w") as file:
                file.write(text)
            return oracle.check(path, oracle.Settings(backend)).kind

        assert kind(PROGRAM) == ""
        assert kind(PROGRAM, wrong_sums) == "result"
        assert kind(PROGRAM, other_storage) == "result"
        assert kind(PROGRAM, gives_nothing) == "raised: IndexError instead of nothing"
        # The program runs as written then.
        with warnings.catch_warnings(action="ignore"):
            assert kind(PROGRAM, refuses) == ""
        smaller = shrink.shrink(PROGRAM, lambda text: kind(text, wrong_sums), "result")
        assert "unused" not in smaller and "ITEMS" not in smaller and "+" in smaller, smaller
    # A seed is a program.
    assert programs.make(random.Random("a 1")) == programs.make(random.Random("a 1"))
