"""tests/worker.py fails a case for whatever differs when it is compiled, and for what it does not state.

A program that asks whether it is being compiled stands for an engine that gets something wrong. Without tensors the
answer is no; there a function that only says so takes the place of a compiled one.
"""

import os
import re
import tempfile
from unittest import mock

import alternator
import worker

START = '''import random
import warnings
import torch

kept, GIVEN = [], []

def compiling():
    return torch.compiler.is_compiling() or torch.compiled_instead

'''
# As if it were a file of the tests: what is raised leaves no line of it.
INSTEAD = compile(
    """
import torch
torch.compiled_instead = False
def compile(function, **options):
    def call(*arguments):
        torch.compiled_instead = True
        try:
            return function(*arguments)
        finally:
            torch.compiled_instead = False
    return call
""",
    "/tests/instead.py",
    "exec",
)
SECTIONS = "\n# expect graphs\n# expect breaks\n"

# What comes out of `tests/worker.py`, and the body of `fn(x)` that leads to it.
PLAIN = {
    "the outcome['result'] is tensor": "return x + 1 if compiling() else x + 2",
    "the outcome['result'] has the strides": "return x.t() if compiling() else x.t().contiguous()",
    "expected the very object of the arguments[0]": "return x.clone() if compiling() else x",
    "expected the very object of the globals['GIVEN']": "return [] if compiling() else GIVEN, x + 1",
    "the arguments[0] is tensor": "x.add_(1 if compiling() else 2)",
    "the globals['kept'] has 1 items": "kept.extend([1] if compiling() else [1, 1])\n    return x + 1",
    "is the object of the outcome['result'][0] again": "y = x + 1\n    return [y, y] if compiling() else [y, x + 1]",
    "is 0.0; expected -0.0": "return x + 1, 0.0 if compiling() else -0.0",
    "the outcome['random numbers']": "x + 1 if compiling() else torch.rand(1)\n    return x * 2",
    "the outcome['modes']": "torch.set_grad_enabled(not compiling())\n    return x + 1",
    "graphs differ": "return x + 1",
}
CASES = {
    "no frame was captured": "def case(t):\n    t.equal(1, 1)\n",
    "a plain case says which graphs and breaks": "def fn(x):\n    return x + 1\ncalls = [(torch.ones(2),)]\n",
    "a case has calls": "def fn(x):\n    return x + 1\ncalls = []\n",
    "is called chart": "def fn(x):\n    return x + 1\ncalls = [(torch.ones(2),)]\n# expect chart\n",
    "nothing but comments may follow": "def case(t):\n    pass\n# expect graphs\ncalls = []\n",
    "guards differ": "def fn(x):\n    return x + 1\ncalls = [(torch.ones(2),)]\n"
    "# expect graphs\n# graph 0\n#   l_x_: input\n#   add = add(l_x_, 1)\n#   return (add,)\n# expect breaks\n# expect guards\n",
    "captured differ": "def case(t):\n    t.compile(lambda x: x + 1)(torch.ones(2))\n# expect captured\n# nothing\n",
    "raises differ": "def case(t):\n    raise KeyError\n# expect captured\n# nothing\n# expect raises\n# ValueError:\n",
    "RuntimeError: not expected": "def case(t):\n    raise RuntimeError('not expected')\n",
    "the result is 1; expected 2": "def case(t):\n    t.equal(t.compile(lambda x: 1)(torch.ones(2)), 2)\n",
}
PYTHON = {
    "the outcome['result'][0] is 1; expected 2": "return [1 if compiling() else 2]",
    "the outcome['printed'] is": "print('compiled' if compiling() else 'plain')",
    "the outcome['raised'].args[0]": "raise ValueError('compiled' if compiling() else 'plain')",
    "the outcome['raised'].__cause__": "raise ValueError from (KeyError() if compiling() else None)",
    "the outcome['warnings']": "warnings.warn('compiled' if compiling() else 'plain')",
    "the globals has": "globals()['left'] = 1\n    if compiling(): globals()['too'] = 2",
    "the outcome['result']'s objects": "return map(abs, [1, 2] if compiling() else [1, 3])",
    "a Python case says what of it is captured": "return 1",
}


def reason(kind, text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "case_of_the_harness.py")
        with open(path, "w") as file:
            file.write(START + text)
        return worker.run(kind, path)


def must_fail(kind, expected, text):
    found = reason(kind, text)
    assert re.search(re.escape(expected), found), f"expected {expected!r} of\n{text}\nfound: {found or 'a pass'}"


instead = {}
exec(INSTEAD, instead)
for expected, body in PLAIN.items():
    must_fail("trace", expected, f"def fn(x):\n    {body}\n\ncalls = [(torch.ones(2, 3),)]\n{SECTIONS}")
if worker.sections.VERSION != worker.FIRST_VERSION:
    del CASES["guards differ"]
for expected, text in CASES.items():
    must_fail("trace", expected, text)
for expected, body in PYTHON.items():
    with mock.patch.object(alternator, "compile", instead["compile"]):
        must_fail("python", expected, f"def program():\n    {body}\n")
