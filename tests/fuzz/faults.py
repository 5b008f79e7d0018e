"""The machine for what happens to a program from outside: interrupts, errors where nobody expects one, code that runs in between.

A program is one of those of `fuzz.subjects`. It is run compiled while a fault is on, and must do what it does as written, or end
with the very exception that was injected. Then it is run again without a fault, by the entries that are there: whatever was
torn by the fault shows now.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import os
import random
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch.utils._python_dispatch import _get_current_dispatch_mode_stack

import alternator
from alternator import _engine
from fuzz import breaks, oracle
from fuzz.subjects import ROOT, Subject, cases, subject

ROUNDS = 6
SECONDS = 40.0
"""After which no more faults are tried on a program."""


class Injected(BaseException):
    """What faults raise: no program catches it by its name."""


class InjectedError(Exception):
    """The same where the program may catch it, or the engine is to."""


class Chance:
    """Does something at some of the times that it is asked."""

    def __init__(self, draw: random.Random, what: Callable[[], Any], most: int, once: bool) -> None:
        self.draw, self.what, self.most, self.once = draw, what, most, once
        self.left = draw.randrange(most)
        self.busy = False

    def __call__(self, *_: Any) -> None:
        if self.busy:
            return
        self.left -= 1
        if self.left >= 0:
            return
        self.left = sys.maxsize if self.once else self.draw.randrange(self.most)
        self.busy = True
        try:
            self.what()
        finally:
            self.busy = False


def make(draw: random.Random) -> str:
    name = f"made {draw.randrange(1 << 30)}" if draw.random() < 0.4 else draw.choice(eager_cases())
    rounds = [(draw.choice(list(FAULTS)), draw.randrange(1 << 30)) for _ in range(ROUNDS)]
    return f'"""Made by tests/fuzz/faults.py."""\n\nprogram = {name!r}\nfaults = {rounds!r}\n'


@functools.cache
def eager_cases() -> list[str]:
    """Without those that run torch's compilers: what an interrupt tears in these stays torn."""
    words = re.compile("aot_eager|inductor|from raising")
    return [case for case in cases() if not words.search(open(os.path.join(ROOT, case)).read())]


def check(path: str, settings: oracle.Settings) -> oracle.Outcome:
    """What is wrong with a program after something was done to it, if anything."""
    with open(path) as file:
        request: dict[str, Any] = {}
        exec(file.read(), request)
    outcome = oracle.Outcome(numbers=dict(programs=1, faults=0, injected=0))
    tested = subject(request["program"], False, settings)
    with tested:
        started = time.process_time()
        wrong, _ = breaks.run(tested)
        seconds = time.process_time() - started
        if wrong:
            return oracle.Outcome("without a fault", f"{request['program']} without a fault: {wrong}")
        outcome.captured = alternator.counters()["graphs"] > 0
        end = time.monotonic() + SECONDS
        for kind, seed in request["faults"]:
            if time.monotonic() > end:
                break
            outcome.numbers["faults"] += 1
            outcome.numbers[kind] = outcome.numbers.get(kind, 0) + 1
            wrong, injected = with_fault(tested, kind, random.Random(seed), seconds)
            outcome.numbers["injected"] += injected
            if not wrong:
                wrong = tested.wrong(fresh=False)
                wrong = wrong and f"afterwards: {wrong}"
            if wrong:
                outcome.kind, outcome.text = f"wrong with {kind}", f"{request['program']} with {kind} ({seed}): {wrong}"
                break
    return outcome


def with_fault(tested: Subject, kind: str, draw: random.Random, seconds: float) -> tuple[str, bool]:
    """Runs a program with a fault on: what is wrong, and whether it ended by what was injected."""
    unraisable: list[str] = []
    hook, sys.unraisablehook = sys.unraisablehook, lambda it: unraisable.append(f"{it.exc_type.__name__}: {it.exc_value}")
    written = oracle.written()
    try:
        with FAULTS[kind](tested, draw, seconds):
            wrong = tested.wrong()
    except (Injected, InjectedError):
        wrong = "Injected"
    except BaseException as error:  # noqa: BLE001 - anything else is a finding
        wrong = f"{type(error).__name__} leaves the run: {error}"
    finally:
        sys.unraisablehook = hook
        # That something changed while it was compiled for is what the fault was about.
        torn = [text for text in _engine.faults() if not text.startswith(("a guard refuses the frame", "a guard was refused"))]
    # By its name, or by the text that a backend's failure quotes; a program may also catch that, or be told by a warning.
    injected = "njected" in wrong or "RecursionError" in wrong and kind == "little stack"
    injected |= kind == "failing compilers" or kind == "failing graphs" and "has raised where the program" in wrong
    others = torn + [text for text in unraisable if "njected" not in text and "RecursionError" not in text]
    if others:
        return f"told of: {others}", injected
    return ("" if injected else wrong) or oracle.since(written), injected


def raise_injected() -> None:
    raise Injected("injected")


def raise_error() -> None:
    raise InjectedError("injected")


def inner(x: torch.Tensor, number: int) -> torch.Tensor:
    y = x * number
    if number % 2:
        torch._dynamo.graph_break()
    return y + x.shape[0]


def dispatch_keys() -> tuple[int, int]:
    """The keys that torch's dispatcher includes and excludes in this thread."""
    included, excluded = torch._C._dispatch_tls_local_include_set(), torch._C._dispatch_tls_local_exclude_set()
    return included.raw_repr(), excluded.raw_repr()


class Reentry:
    """Calls a compiled function that has nothing to do with the program."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
        self.compiled = alternator.compile(inner, backend="eager")
        self.keys = dispatch_keys()

    def __call__(self) -> None:
        # Where tensors are made fake, the engine or a backend is at work, and a call computes no numbers. Inside of the
        # fake mode's own code it is not on, but its keys are.
        if _get_current_dispatch_mode_stack() or dispatch_keys() != self.keys:
            return
        number, size = self.draw.randrange(5), self.draw.randrange(1, 4)
        found = self.compiled(torch.ones(size), number)
        if found.tolist() != [float(number + size)] * size:
            raise AssertionError(f"a call in between gives {found} for {number}, {size}")


def something(draw: random.Random) -> Callable[[], Any]:
    """What may happen in between and must not be noticed."""
    return draw.choice([gc.collect, alternator.reset, Reentry(draw), Reentry(draw), lambda: None])


@contextlib.contextmanager
def interrupts(tested: Subject, draw: random.Random, seconds: float) -> Iterator[None]:
    """A signal whose handler raises, at some time of the run."""
    with signals(lambda *_: raise_injected(), max(1e-4, draw.random() * seconds), 0):
        yield


@contextlib.contextmanager
def handlers(tested: Subject, draw: random.Random, seconds: float) -> Iterator[None]:
    """A signal again and again, whose handler calls, collects or resets."""
    chance = Chance(draw, something(draw), 3, once=False)
    with signals(chance, max(1e-3, seconds / 60), max(1e-3, seconds / 60)):
        yield


@contextlib.contextmanager
def signals(handler: Callable[..., Any], first: float, interval: float) -> Iterator[None]:
    before = signal.signal(signal.SIGVTALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, first, interval)
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextlib.contextmanager
def collections(tested: Subject, draw: random.Random, seconds: float) -> Iterator[None]:
    """A garbage collection at nearly every allocation, and code that runs in some of them."""
    threshold = gc.get_threshold()
    chance = Chance(draw, something(draw), 2000, once=False)
    gc.callbacks.append(chance)
    gc.set_threshold(1, draw.choice((1000, 10)), 1000)
    try:
        yield
    finally:
        gc.set_threshold(*threshold)
        gc.callbacks.remove(chance)


@contextlib.contextmanager
def tracers(tested: Subject, draw: random.Random, seconds: float) -> Iterator[None]:
    """A profiler or tracer, which now and then calls, collects or resets."""
    chance = Chance(draw, something(draw), 2000, once=False)
    with watched_by(draw, chance):
        yield


@contextlib.contextmanager
def raising_tracers(tested: Subject, draw: random.Random, seconds: float) -> Iterator[None]:
    """A profiler or tracer that raises at one event: at any call of Python code, the engine's own too."""
    most = draw.choice((300, 3000, 30000))
    with watched_by(draw, Chance(draw, raise_injected, most, once=True)):
        yield


@contextlib.contextmanager
def watched_by(draw: random.Random, chance: Chance) -> Iterator[None]:
    kind = draw.choice(("profile", "trace", "monitor") if sys.version_info >= (3, 12) else ("profile", "trace"))
    if kind == "monitor":
        monitoring = sys.monitoring
        monitoring.use_tool_id(3, "faults")
        wanted = [monitoring.events.PY_START, monitoring.events.PY_RETURN, monitoring.events.CALL, monitoring.events.LINE]
        for event in wanted:
            monitoring.register_callback(3, event, chance)
        monitoring.set_events(3, sum(wanted))
        try:
            yield
        finally:
            monitoring.set_events(3, 0)
            monitoring.free_tool_id(3)
        return

    def tracer(frame: Any, event: str, argument: Any) -> Any:
        chance()
        return tracer

    turn_on, before = (sys.setprofile, sys.getprofile()) if kind == "profile" else (sys.settrace, sys.gettrace())
    turn_on(tracer)
    try:
        yield
    finally:
        turn_on(before)


@contextlib.contextmanager
def little_stack(tested: Subject, draw: random.Random, seconds: float) -> Iterator[None]:
    """Calls that may nest only a little deeper than they do."""
    depth, frame = 0, sys._getframe()
    while frame is not None:
        depth, frame = depth + 1, frame.f_back
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(depth + draw.randrange(12, 150))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


@contextlib.contextmanager
def with_backend(tested: Subject, compiling: Callable[[], Any], calling: Callable[[], Any]) -> Iterator[None]:
    """A backend that does something when it compiles, and when what it gave is called."""

    def backend(module: torch.fx.GraphModule, inputs: Any, **options: Any) -> Callable[..., Any]:
        compiling()

        def call(*arguments: Any) -> Any:
            calling()
            return module.forward(*arguments)

        return call

    before, tested.backend = tested.backend, backend
    try:
        yield
    finally:
        tested.backend = before


def compiling_fails(tested: Subject, draw: random.Random, seconds: float) -> Any:
    """A backend that raises when it compiles."""
    return with_backend(tested, Chance(draw, draw.choice((raise_error, raise_injected)), 4, once=draw.random() < 0.5), int)


def calling_fails(tested: Subject, draw: random.Random, seconds: float) -> Any:
    """Compiled graphs that raise."""
    return with_backend(tested, int, Chance(draw, draw.choice((raise_error, raise_injected)), 4, once=draw.random() < 0.5))


def reentrant_backends(tested: Subject, draw: random.Random, seconds: float) -> Any:
    """A backend that calls compiled functions, collects or resets."""
    return with_backend(tested, Chance(draw, something(draw), 3, False), Chance(draw, something(draw), 3, False))


FAULTS: dict[str, Callable[[Subject, random.Random, float], Any]] = {
    "interrupts": interrupts,
    "signal handlers": handlers,
    "collections": collections,
    "tracers": tracers,
    "raising tracers": raising_tracers,
    "little stack": little_stack,
    "failing compilers": compiling_fails,
    "failing graphs": calling_fails,
    "reentrant backends": reentrant_backends,
}
