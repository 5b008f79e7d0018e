"""The machine for threads: compiled functions called by several at once, while what they read is changed.

A program has functions that read a global, an attribute and an item once each, and the same functions that are given these as
arguments: a call is right if it gives what that reference gives for some values that the three may have. During a round the main
thread changes them, resets, collects and forks. At the end, in one thread, they change before every call.
"""

from __future__ import annotations

import faulthandler
import gc
import importlib
import itertools
import os
import random
import signal
import sys
import tempfile
import threading
import time
import types
from collections.abc import Callable
from typing import Any

import torch

import alternator
from alternator import _engine
from fuzz import oracle

THREADS = 4
ROUNDS = 3
CALLS = 20
VALUES = (1, 2, 3)
NUMBERS = (0, 1, 2, 5)
SIZES = (1, 2, 3)
# What a forked process has for its calls, in seconds.
PATIENCE = 60

HEAD = '''"""Made by tests/fuzz/threads.py."""

import torch


class Box:
    def __init__(self):
        self.value = 1


class Holder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Identity()

    def forward(self, x, n):
        return self.inner(x) + n


NUMBER, BOX, ITEMS, HOLDER = 1, Box(), [1], Holder()


def helper(x, n, *rest, factor=2):
    return x * factor + n + len(rest)


def parts(x, n):
    for i in range(n):
        yield x + i
'''
STATEMENTS = (
    "x = x + number",
    "x = x * item + value",
    "x = x + n",
    "if value > 1:\n    x = x + 1\nelse:\n    x = x * 2",
    "x = helper(x, number, factor=item)",
    "x = helper(x, *[n] * value)",
    "x = HOLDER(x, item)",
    "x = sum(parts(x, n % 3), x)",
    "x = x + x.shape[0] * number",
    "torch._dynamo.graph_break()",
    "if x.sum() > 20:\n    x = x - 10",
    "x = x + len('%s %s' % (number, item))",
    "try:\n    x = x + {1: 1, 2: 2}[value]\nexcept KeyError as error:\n    x = x + error.args[0]",
    "add = lambda y: y + item\nx = add(x)",
    "x = (lambda: x + n)()",
    "x = x + {'a': number, 'b': value}['a' if n else 'b']",
    "with torch.no_grad():\n    x = x * 1",
)
READS = "number, value, item = NUMBER, BOX.value, ITEMS[0]"


def make(draw: random.Random) -> str:
    lines = [HEAD]
    count = draw.randint(1, 3)
    for number in range(count):
        body = [line for _ in range(draw.randint(1, 5)) for line in draw.choice(STATEMENTS).split("\n")]
        for name, parameters, first in (("read", "x, n", [READS]), ("given", "x, n, number, value, item", [])):
            lines += ["", f"def {name}_{number}({parameters}):", *(f"    {line}" for line in [*first, *body, "return x"]), ""]
    pairs = ", ".join(f"(read_{number}, given_{number})" for number in range(count))
    settings = {"dynamic": draw.choice((None, True, False)), "fork": draw.random() < 0.3, "seed": draw.randrange(1 << 30)}
    return "\n".join([*lines, "", f"pairs = [{pairs}]", f"settings = {settings!r}"]) + "\n"


class Test:
    """A program while it runs."""

    def __init__(self, names: dict[str, Any], backend: str) -> None:
        self.names, self.settings = names, names["settings"]
        options = {"backend": backend, "dynamic": self.settings["dynamic"]}
        self.functions = [(alternator.compile(read, **options), given) for read, given in names["pairs"]]
        self.wrong: list[str] = []
        self.calls = self.forks = 0
        self.known: dict[Any, list[float]] = {}

    def expected(self, number: int, n: int, size: int, state: tuple[int, int, int]) -> list[float]:
        key = number, n, size, state
        if key not in self.known:
            self.known[key] = self.functions[number][1](torch.ones(size), n, *state).tolist()
        return self.known[key]

    def call(self, draw: random.Random, states: list[tuple[int, int, int]]) -> None:
        number, n, size = draw.randrange(len(self.functions)), draw.choice(NUMBERS), draw.choice(SIZES)
        try:
            found = self.functions[number][0](torch.ones(size), n).tolist()
        except BaseException as error:  # noqa: BLE001 - no call raises
            self.wrong.append(f"call of {number} with {n}, {size} raises {type(error).__name__}: {error}")
            return
        self.calls += 1
        if not any(self.expected(number, n, size, state) == found for state in states):
            self.wrong.append(f"call of {number} with {n}, {size} gives {found}, not one of {states}")

    def worker(self, seed: float, barrier: threading.Barrier) -> None:
        draw = random.Random(seed)
        states = list(itertools.product(VALUES, repeat=3))
        barrier.wait()
        for _ in range(CALLS):
            if self.wrong:
                break
            self.call(draw, states)

    def changes(self, seed: int, working: Callable[[], bool]) -> None:
        """Changes what the functions read, resets, collects and forks, while others work."""
        draw, names = random.Random(seed), self.names
        while working() and not self.wrong:
            roll = draw.random()
            if roll < 0.3:
                names["NUMBER"] = draw.choice(VALUES)
            elif roll < 0.6:
                names["BOX"].value = draw.choice(VALUES)
            elif roll < 0.9:
                names["ITEMS"][0] = draw.choice(VALUES)
            elif roll < 0.94:
                alternator.reset()
            elif roll < 0.98:
                gc.collect(draw.randrange(3))
            elif self.settings["fork"] and self.forks < 3:
                self.fork(draw)
            time.sleep(draw.random() * 2e-3)

    def fork(self, draw: random.Random) -> None:
        """Another process goes on with what is compiled, and compiles."""
        self.forks += 1
        with tempfile.TemporaryFile("w+") as stacks:
            process = os.fork()
            if not process:
                faulthandler.dump_traceback_later(PATIENCE - 10, file=stacks)
                signal.alarm(PATIENCE)
                for _ in range(6):
                    self.call(draw, [self.state()])
                os._exit(bool(self.wrong))
            _, status = os.waitpid(process, 0)
            stacks.seek(0)
            if status:
                self.wrong.append(f"a forked process ends with {os.waitstatus_to_exitcode(status)}\n{stacks.read()}")

    def state(self) -> tuple[int, int, int]:
        return self.names["NUMBER"], self.names["BOX"].value, self.names["ITEMS"][0]

    def run(self) -> None:
        draw = random.Random(self.settings["seed"])
        for _ in range(ROUNDS):
            self.change(draw)
            barrier = threading.Barrier(THREADS)
            workers = [threading.Thread(target=self.worker, args=(draw.random(), barrier), daemon=True) for _ in range(THREADS)]
            for thread in workers:
                thread.start()
            # Forks, like most programs, from the main thread.
            self.changes(draw.randrange(1 << 30), lambda: any(thread.is_alive() for thread in workers))
            for thread in workers:
                thread.join()
        for _ in range(CALLS):
            self.change(draw)
            self.call(draw, [self.state()])

    def change(self, draw: random.Random) -> None:
        self.names["NUMBER"], self.names["BOX"].value, self.names["ITEMS"][0] = (draw.choice(VALUES) for _ in range(3))


def check(path: str, settings: oracle.Settings) -> oracle.Outcome:
    """What is wrong with a program that several threads call, if anything."""
    path = os.path.abspath(path)
    with open(path) as file:
        code = compile(file.read(), path, "exec")
    module = types.ModuleType(oracle.module_name(path))
    sys.modules[module.__name__] = module
    exec(code, module.__dict__)
    alternator.reset()
    _engine.capture_every_frame(False)
    before, interval = oracle.written(), sys.getswitchinterval()
    sys.setswitchinterval(random.Random(module.settings["seed"]).choice((1e-6, 1e-5, 1e-4)))
    test = Test(module.__dict__, settings.backend)
    # torch's modules import each other in circles, which two threads cannot do at once.
    alternator.compile(lambda x: x + 1, backend=settings.backend)(torch.ones(1))
    importlib.import_module("torch._dynamo")
    try:
        test.run()
    finally:
        sys.setswitchinterval(interval)
        sys.modules.pop(module.__name__)
    outcome = oracle.Outcome(captured=alternator.counters()["graphs"] > 0)
    outcome.numbers = {"programs": 1, "calls": test.calls, "forks": test.forks}
    # What is changed while a frame is compiled for it, the frame's own guards tell.
    faults = [text for text in _engine.faults() if not text.startswith("a guard refuses the frame")]
    if text := test.wrong[:3] or faults or oracle.since(before):
        outcome.kind, outcome.text = "threads disturb each other", "\n".join(text) if isinstance(text, list) else text
    alternator.reset()
    return outcome
