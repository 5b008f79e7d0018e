"""Runs a program as written and compiled, and compares all that can be seen of it.

A program is a file with

- `fn`, a function or a module, which is what gets compiled;
- `calls()`, a generator that yields the arguments of each call as a tuple and is sent the result; what
  it does in between (other globals, other attributes) is part of the program;
- `options`, a list of dicts for `alternator.compile`, if more than one static run is wanted;
- `config`, settings for `alternator.config.patch`;
- `train = True`, if gradients are to be compared;
- `hits`, how many calls with the same arguments come before the next one and are not compared.

After each call these are compared: result, exception, printed text, arguments, the module's globals, modes of
torch, random state, gradients; types exactly, and which objects are the same. At the end all calls are compared
together: a result may also be an earlier one.
"""

from __future__ import annotations

import ast
import contextlib
import io
import linecache
import os
import random
import re
import sys
import traceback
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy
import torch

import alternator
from alternator import _engine
from fuzz.describe import ADDRESS, Description, Values, differences

MOST_CALLS = 100


@dataclass
class Outcome:
    """What came of a case. `kind` says in few words what is wrong, the same for the same fault; empty: nothing."""

    kind: str = ""
    text: str = ""
    captured: bool = False
    numbers: dict[str, int] = field(default_factory=dict)
    spent: bool = False
    """Whether the process is not to be used for another case."""


class Unfit(Exception):
    """A program that cannot be run and described as it is written."""


@dataclass
class Settings:
    backend: str = "eager"
    tolerance: float | None = None
    every_frame: bool = True
    """Captures functions without tensors too: a machine's programs are mostly such."""


class Run:
    """One run of a program: what was seen after each call, and at the end."""

    def __init__(self, path: str, code: types.CodeType, options: dict[str, Any] | None, compiler: Any = alternator.compile) -> None:
        self.path = path
        self.seen: list[dict[str, Any]] = []
        self.calls = 0
        seed()
        self.names = load(path, code)
        target = self.names["fn"]
        self.options = options
        self.function = target if options is None else compiler(target, **options)
        kept: list[Any] = []
        try:
            calls = self.names["calls"]()
            arguments = next(calls)
            for _ in range(MOST_CALLS):
                result = self.call(arguments)
                kept.append((arguments, result))
                arguments = calls.send(result)
        except StopIteration:
            pass
        except Exception as error:
            self.seen.append({"between calls": Description().of(error)})
        self.seen.append({"all calls together": Description().of(kept)})

    def call(self, arguments: tuple[Any, ...]) -> Any:
        printed = io.StringIO()
        result = raised = None
        with contextlib.redirect_stdout(printed):
            for _ in range(self.names.get("hits", 0)):
                self.calls += 1
                with contextlib.suppress(Exception):
                    self.function(*arguments)
            try:
                result = self.function(*arguments)
            except Exception as error:
                raised = error
        self.calls += 1
        seen: dict[str, Any] = {"raised": None, "printed": ADDRESS.sub("…", printed.getvalue())}
        description = Description()
        if raised is not None:
            seen["raised"] = class_of(raised), description.of(raised), self.lines(raised)
        seen["arguments"] = description.of(arguments)
        seen["result"] = description.of(result)
        seen["globals"] = description.module(self.names)
        seen["torch's random state"] = hash(torch.get_rng_state().numpy().tobytes())
        seen["state"] = state()
        if self.names.get("train") and raised is None:
            seen["gradients"] = self.gradients(result, arguments)
        self.seen.append(seen)
        # This frame is in the exception's traceback: what it held would live until a collection.
        raised = description = None
        return result

    def gradients(self, result: Any, arguments: Any) -> Any:
        tensors = [t for t in torch.utils._pytree.tree_leaves(result) if isinstance(t, torch.Tensor) and t.requires_grad]
        if not tensors:
            return "none"
        try:
            sum(t.sum().abs() for t in tensors if not t.is_leaf).backward()
        except Exception as error:
            return class_of(error)
        return Description().of([arguments, Description().module(self.names)])

    def lines(self, error: BaseException) -> list[tuple[str, int]]:
        """The traceback, as far as it is in the program's file."""
        steps = traceback.walk_tb(error.__traceback__)
        return [(f.f_code.co_name, line - f.f_code.co_firstlineno) for f, line in steps if f.f_code.co_filename == self.path]


Allowed = Callable[[Run, Run, int, str], bool]


def check(path: str, settings: Settings, as_written: Any = contextlib.nullcontext, allowed: Allowed | None = None) -> Outcome:
    """What is wrong with a program's compiled runs, if anything.

    `as_written` is around the run that is not compiled; `allowed` says of a difference between two runs, by the call
    and by what differs there, that it is none of ours.
    """
    path = os.path.abspath(path)
    with open(path) as file:
        source = file.read()
    Values.tolerance = settings.tolerance
    program = ast.parse(source, path)
    try:
        with as_written():
            expected = Run(path, compile(program, path, "exec"), None)
    except Exception as error:
        raise Unfit from error
    outcome = Outcome(numbers=dict.fromkeys(("programs", "calls", "graphs", "entries", "recompiles", "breaks", "raised"), 0))
    outcome.numbers["programs"] = 1
    outcome.numbers["raised"] = int(any(seen.get("raised") for seen in expected.seen))
    for options in expected.names.get("options", [{}]):
        alternator.reset()
        _engine.capture_every_frame(settings.every_frame)
        before = written()
        # Compiled code is kept in the program's code objects: each run has its own.
        code = compile(program, path, "exec")
        with alternator.config.patch(**expected.names.get("config", {})):
            found = Run(path, code, {"backend": settings.backend, **options})
        count(outcome, found, code)
        if panic := since(before):
            outcome.kind, outcome.text = "panic", panic
        else:
            compare(outcome, found, expected, allowed)
        if outcome.kind:
            outcome.text = f"compiled with {options or 'no options'}: {outcome.text}"
            break
    alternator.reset()
    sys.modules.pop(module_name(path), None)
    return outcome


def compare(outcome: Outcome, found: Run, expected: Run, allowed: Allowed | None = None) -> None:
    for number, (mine, its) in enumerate(zip(found.seen, expected.seen, strict=False)):
        for what in dict.fromkeys([*its, *mine]):
            if mine.get(what) == its.get(what):
                continue
            if found.options["backend"] != "eager" and exempt(what, mine, its):
                continue
            if what == "raised" and is_told_by_definition(mine.get(what), its.get(what)):
                continue
            if allowed is not None and allowed(found, expected, number, what):
                continue
            kind = what
            if what == "raised":
                kind = f"raised: {short(mine.get(what))} instead of {short(its.get(what))}"
            outcome.kind = kind
            outcome.text = f"call {number}: {differences(mine.get(what), its.get(what), what)}"
            return
    if len(found.seen) != len(expected.seen):
        outcome.kind = "number of calls"
        outcome.text = f"{len(found.seen)} calls instead of {len(expected.seen)}"


def exempt(what: str, mine: dict[str, Any], its: dict[str, Any]) -> bool:
    """What other backends than `eager` do otherwise, and torch.compile with them.

    They leave out random numbers that nobody uses, and an operator that refuses its arguments is a failure of theirs.
    """
    return what == "torch's random state" or what == "raised" and short(mine.get(what)) == "BackendFailed" and its.get(what)


def is_told_by_definition(mine: Any, its: Any) -> bool:
    """Whether two exceptions differ in nothing but the line, where a graph has raised that has written into its inputs.

    Nothing is saved where the program would notice nothing else (docs/architecture.md, "When the graph raises").
    """
    return bool(mine and its and mine[:2] == its[:2] and mine[2] and mine[2][-1][1] == 0)


def short(raised: Any) -> str:
    return raised[0] if raised else "nothing"


def count(outcome: Outcome, run: Run, program: types.CodeType) -> None:
    counted = alternator.counters()
    entries = sum(len(_engine.guards(code)) for code in codes(program))
    outcome.captured |= bool(entries)
    outcome.numbers["calls"] += run.calls
    outcome.numbers["recompiles"] += counted["recompiles"]
    outcome.numbers["graphs"] += counted["graphs"]
    outcome.numbers["entries"] += entries
    outcome.numbers["breaks"] += counted["graph_breaks"]


def codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """The code of a program's functions."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from codes(constant)


def class_of(error: BaseException) -> str:
    return type(error).__qualname__


def state() -> tuple[Any, ...]:
    """What torch, Python and NumPy keep for the process."""
    kind, keys, *rest = numpy.random.get_state()
    return (
        "Python's random state", hash(random.getstate()),
        "NumPy's random state", hash((kind, keys.tobytes(), *rest)),
        "gradients on", torch.is_grad_enabled(),
        "default dtype", str(torch.get_default_dtype()),
        "inference", torch.is_inference_mode_enabled(),
        "autocast", torch.is_autocast_enabled("cpu"),
        "saved tensor hooks", torch._C._autograd._top_saved_tensors_default_hooks(True) is not None,
        "saved tensor hooks allowed", torch._C._autograd._saved_tensors_hooks_is_enabled(),
        "modes of torch functions", torch._C._len_torch_function_stack(),
        "level of functorch", torch._C._functorch.maybe_current_level(),
    )  # fmt: skip


def seed() -> None:
    torch.manual_seed(0)
    random.seed(0)
    numpy.random.seed(0)
    torch.set_grad_enabled(True)
    torch.set_default_dtype(torch.float32)
    torch._C._autograd._saved_tensors_hooks_enable()
    while torch._C._autograd._top_saved_tensors_default_hooks(True) is not None:
        torch._C._autograd._pop_saved_tensors_default_hooks()


def load(path: str, code: types.CodeType) -> dict[str, Any]:
    """Runs the file as a module of its own."""
    linecache.checkcache(path)
    module = types.ModuleType(module_name(path))
    module.__file__ = path
    sys.modules[module.__name__] = module  # where dataclasses look for it
    exec(code, module.__dict__)
    return module.__dict__


def module_name(path: str) -> str:
    return "case_" + re.sub(r"\W", "_", os.path.basename(path))


def written() -> int:
    """How much the process has written to standard error, where panics are reported."""
    sys.stderr.flush()
    status = os.fstat(2)
    return status.st_size


def since(before: int) -> str:
    if os.fstat(2).st_size <= before:
        return ""
    try:
        with open("/proc/self/fd/2", errors="replace") as file:
            file.seek(before)
            text = file.read()
    except OSError:  # not a file: whoever runs this by hand sees the text
        return ""
    return text[:2000] if "panicked at" in text else ""
