"""The machine for a process's first compilation: what is on around it, where it happens, and what is compiled afterwards.

What the engine finds out once (how torch lays out its state, what an interpreter offers) it finds out then, and has to find the
same whatever the program is just doing. A program runs in two processes, as written and compiled, and prints what it computes.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

from fuzz import oracle

# Seconds for one process.
PATIENCE = 120

# What is on around the first call.
CONTEXTS = (
    "contextlib.nullcontext()", "torch.no_grad()", "torch.enable_grad()", "torch.inference_mode()",
    "torch.autocast('cpu', dtype=torch.bfloat16)", "torch.device('cpu')", "torch.device('meta')",
    "torch._C.DisableTorchFunction()", "torch._C.DisableTorchFunctionSubclass()", "torch.overrides.BaseTorchFunctionMode()",
    "Functions()", "Operators()", "torch.autograd.graph.save_on_cpu()",
    "torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t)",
    "torch.autograd.graph.disable_saved_tensors_hooks('none here')", "torch.autograd.graph.allow_mutation_on_saved_tensors()",
    "torch.autograd.detect_anomaly(check_nan=False)", "torch.autograd.set_multithreading_enabled(False)",
    "torch.autograd.forward_ad.dual_level()", "grad_increment_nesting()", "torch.autograd.profiler.record_function('range')",
    "torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH)", "torch.random.fork_rng()",
    "torch._subclasses.FakeTensorMode(allow_non_fake_inputs=True)", "torch.compiler.set_stance('default')",
    "for_now(torch.set_default_dtype, torch.float64, torch.float32)", "for_now(torch.use_deterministic_algorithms, True, False)",
    "for_now(torch.set_num_threads, 1, 2)", "for_now(sys.settrace, lambda *event: None, None)",
    "for_now(sys.setprofile, lambda *event: None, None)", "for_now(gc.set_threshold, 1, 700)",
    "for_now(sys.setrecursionlimit, 150, 1000)", "warnings.catch_warnings(action='error')", "decimal.localcontext(prec=2)",
    "contextlib.redirect_stderr(None)",
)  # fmt: skip

# Where it happens: `begin()` makes the first call.
PLACES = (
    "begin()",
    "thread = threading.Thread(target=begin)\nthread.start()\nthread.join()",
    "threads = [threading.Thread(target=begin) for _ in range(3)]\nfor thread in threads: thread.start()\nfor thread in threads: thread.join()",
    "child = os.fork()\nif child == 0:\n    begin()\n    os._exit(0)\nos.waitpid(child, 0)",
    "child = os.fork()\nif child == 0:\n    begin()\n    after()\n    os._exit(0)\nos.waitpid(child, 0)\nbegin()",
    "class Late:\n    def __del__(self):\n        begin()\nlate = Late()\ndel late",
    "class Late:\n    def __del__(self):\n        begin()\nlate = Late()\nlate.itself = late\ndel late\ngc.collect()",
    "class Kept: pass\nkept = Kept()\nreference = weakref.ref(kept, lambda _: begin())\ndel kept",
    "atexit.register(begin)",
    "async def run():\n    begin()\nasyncio.run(run())",
    "def generate():\n    yield begin()\nnext(generate())",
    "signal.signal(signal.SIGALRM, lambda *_: begin())\nsignal.raise_signal(signal.SIGALRM)",
    "contextvars.copy_context().run(begin)",
    "try:\n    raise ValueError\nexcept ValueError:\n    begin()",
    "class Body:\n    begin()",
    "exec('begin()', {'begin': begin})",
    "sorted([2, 1], key=lambda _: begin() or 0)",
    "def deep(n):\n    begin() if n == 0 else deep(n - 1)\ndeep(DEPTH)",
    "y = torch.ones(2, requires_grad=True) * 2\ny.register_hook(lambda gradient: begin())\ny.sum().backward()",
    "torch.vmap(lambda row: (begin(), row * 2)[1])(torch.ones(2, 2))",
    "torch.func.grad(lambda row: (begin(), row.sum())[1])(torch.ones(2))",
    "with Operators(begin):\n    torch.ones(2) + 1",
    "with Functions(begin):\n    torch.ones(2) + 1",
    "end = alternator.compile(first, backend='eager') if COMPILED else first\n"
    "class Late:\n    def __init__(self):\n        self.end, self.x, self.tell = end, torch.ones(2), tell\n"
    "    def __del__(self):\n        self.tell(self.end(self.x))\nlate = Late()",
)  # fmt: skip

FUNCTIONS = (
    "return x.sin() + 1, torch.ones(2).dtype",
    "return (x * x.size(0)).sum(), x.shape, x.stride()",
    "return torch.stack([x, x]).view(-1)[1:], x.dtype, x.device.type",
    "return {'a': x + 1, 'b': [x, x.requires_grad]}",
    "y = x.clone()\n    y[0] = 3\n    return y, torch.is_grad_enabled()",
    "return layer(x[:, None]).detach().sum(0)",
    "return torch.func.grad(lambda p: (p * x).sum())(x)",
    "return number * x + len(text)",
)

PROGRAM = '''"""Made by tests/fuzz/beginnings.py."""

import asyncio
import atexit
import contextlib
import contextvars
import decimal
import gc
import os
import signal
import sys
import threading
import warnings
import weakref

import torch
from torch._functorch.eager_transforms import grad_increment_nesting
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

import alternator

COMPILED = len(sys.argv) > 1
torch.manual_seed(0)
layer, number, text = torch.nn.Linear(1, 2), 3, "text"


class Tells:
    def __init__(self, told=lambda: None):
        super().__init__()
        self.told = told


class Functions(Tells, TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.told()
        return function(*args, **(kwargs or {}))


class Operators(Tells, TorchDispatchMode):
    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        self.told()
        return function(*args, **(kwargs or {}))


@contextlib.contextmanager
def for_now(change, value, afterwards):
    change(value)
    yield
    change(afterwards)


def first(x):
    FIRST


def second(x):
    SECOND


def tell(value):
    os.write(1, f"{value}\\n".encode())  # in one piece, whatever other threads write


def call(function, **options):
    if COMPILED:
        function = alternator.compile(function, backend="eager", **options)
    try:
        result = function(torch.arange(1.0, SIZE))
    except Exception as error:
        result = type(error), str(error)
    with torch._C.DisableTorchFunction():
        tell(result)


def begin():
    with CONTEXT:
        call(first)


def after():
    if COMPILED:
        alternator.reset()
    for function in second, first:
        call(function, fullgraph=True)


PLACE
after()
'''


def make(draw: random.Random) -> str:
    program = PROGRAM.replace("PLACE", draw.choice(PLACES)).replace("DEPTH", str(draw.choice((5, 300, 900))))
    program = program.replace("CONTEXT", draw.choice(CONTEXTS)).replace("SIZE", draw.choice(("2.0", "4.0")))
    return program.replace("FIRST", draw.choice(FUNCTIONS)).replace("SECOND", draw.choice(FUNCTIONS))


def check(path: str, settings: oracle.Settings) -> oracle.Outcome:
    expected, found = (run(path, *arguments) for arguments in ((), ("compiled",)))
    outcome = oracle.Outcome(captured=True, numbers={"programs": 1, "lines": len(expected[1].splitlines())})
    if expected[0] != 0:
        raise oracle.Unfit(expected[2])
    if found[0] < 0 or "panicked" in found[2]:
        outcome.kind, outcome.text = f"crash {found[0]}", found[2][-2000:]
    elif found[0] != expected[0] or sorted(found[1].splitlines()) != sorted(expected[1].splitlines()):
        outcome.kind, outcome.text = "printed", f"{found[:2]}; expected {expected[:2]}\n{found[2][-2000:]}"
    return outcome


def run(path: str, *arguments: str) -> tuple[Any, ...]:
    done = subprocess.run([sys.executable, path, *arguments], capture_output=True, text=True, timeout=PATIENCE, env=dict(os.environ))
    return done.returncode, done.stdout, done.stderr
