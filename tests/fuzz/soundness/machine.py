"""Goes through the entries of a program: every guard is made false, in every way that is known."""

from __future__ import annotations

import contextlib
import copy
import gc
import random
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from typing import Any

import torch

from alternator import _engine
from fuzz import breaks, oracle
from fuzz.soundness import tensors
from fuzz.soundness.falsified import Change, Guard, Other
from fuzz.soundness.places import Impossible, Path, Places
from fuzz.subjects import subject

SECONDS = 40.0
"""After which no more entries of a program are gone through."""
LIMIT = 150.0
"""After which a program is cut off. It may run long, or for ever, with what has been done to its guards; the machine's patience is
for an engine that hangs, which nothing cuts off."""
# How often an entry is asked before something changes. What has held some times is settled, and compared otherwise.
HITS = (1, 2, 12)


def make(draw: random.Random) -> str:
    name = f"model {draw.choice(breaks.models())}" if draw.random() < 0.15 and breaks.models() else draw.choice(breaks.cases())
    return f'"""Made by tests/fuzz/soundness."""\n\nprogram = {name!r}\n'


def check(path: str, settings: oracle.Settings) -> oracle.Outcome:
    with open(path) as file:
        request: dict[str, Any] = {}
        exec(file.read(), request)
    outcome = oracle.Outcome(numbers=dict(programs=1))
    examination = Examination(outcome)
    with limit(outcome), subject(request["program"], True, settings) as tested:
        _engine.examine_entries(examination)
        try:
            tested.wrong()  # what a program does while its guards are tried is no concern here
        finally:
            _engine.examine_entries(None)
    if outcome.spent:
        print(f"cut off after {LIMIT:.0f} s: {request['program']}", file=sys.stderr, flush=True)
        examination.counts["programs that were cut off"] += 1
    outcome.captured = examination.counts["entries"] > 0
    outcome.numbers.update(examination.counts)
    if outcome.kind:
        outcome.text = f"{request['program']}: {outcome.text}"
    return outcome


class CutOff(BaseException):
    """A program has taken too long."""


@contextlib.contextmanager
def limit(outcome: oracle.Outcome) -> Iterator[None]:
    """Ends what runs below after `LIMIT` seconds, and again each second if the program catches that.

    What had been changed may stay so: the process is not to be used again.
    """

    def cut_off(*_: object) -> None:
        outcome.spent = True
        raise CutOff

    # Whoever started the process has set the same timer, to end it should nobody be there any more to do so.
    left = signal.alarm(0)
    before = signal.signal(signal.SIGALRM, cut_off)
    signal.setitimer(signal.ITIMER_REAL, LIMIT, 1.0)
    try:
        with contextlib.suppress(CutOff):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        signal.alarm(left)


class Examination:
    """Called with each entry that is made."""

    def __init__(self, outcome: oracle.Outcome) -> None:
        self.outcome, self.counts = outcome, Counter[str]()
        self.end = time.monotonic() + SECONDS
        # The guards of libraries come again in every entry.
        self.seen: Counter[str] = Counter()

    def __call__(self, entry: Any) -> None:
        if self.outcome.kind or time.monotonic() > self.end:
            return
        try:
            with quiet():
                self.examine(entry)
        except Exception:
            self.outcome.kind, self.outcome.text = "an entry cannot be gone through", traceback.format_exc()

    def examine(self, entry: Any) -> None:
        if not entry.holds():
            self.counts["entries that do not hold at once"] += 1
            return
        self.counts["entries"] += 1
        places = Places(entry)
        open_sizes: dict[str, Any] = {}
        for rule, path, parameter, fact, text in entry.guards():
            self.counts["guards"] += 1
            if rule == "TENSOR_MATCH":
                open_sizes[repr(path)] = tensors.numbers(tensors.SIZES, fact)
            self.seen[text] += 1
            if self.seen[text] > 3:
                self.counts["guards seen before"] += 1
                continue
            if time.monotonic() > self.end:
                self.counts["guards left out"] += 1
                continue
            guard = Guard(places, rule, tuple(path), parameter, fact, text)
            if not self.go_through(entry, guard.text, changes_of(guard)):
                self.counts[f"never false: {rule}"] += 1
            if self.outcome.kind:
                return
        for kind, paths, text in entry.relations():
            if time.monotonic() > self.end:
                return
            if not self.go_through(entry, text, of_relation(places, kind, paths)):
                self.counts[f"never false: {kind}"] += 1
        self.go_through_neighbours(entry, places, open_sizes)

    def go_through(self, entry: Any, text: str, changes: Iterator[Change]) -> bool:
        """Whether a guard could be made false."""
        tried = 0
        for change in changes:
            if self.outcome.kind or time.monotonic() > self.end:
                break
            served = self.served(entry, change)
            if served is None:
                continue
            tried += 1
            self.counts["changes"] += 1
            if served:
                self.outcome.kind = f"it serves: {text.split('(')[0][:30]}"
                self.outcome.text = f"with {change.label} an entry serves that has the guard {text}"
            elif not entry.holds():
                why = entry.failure()
                self.outcome.kind = "it does not serve again"
                self.outcome.text = f"after {change.label} of {text} was undone: {why}"
        return tried > 0

    def served(self, entry: Any, change: Change) -> bool | None:
        """Whether the entry serves with a change; None where that cannot be made."""
        do, undo, arguments, holds = change.do, change.undo, change.arguments, entry.holds
        for _ in range(HITS[self.counts["changes"] % len(HITS)]):
            holds()
        try:
            do()
        except Exception:
            with contextlib.suppress(Exception):
                undo()
            return None
        served = holds(arguments)
        undo()
        return served

    def go_through_neighbours(self, entry: Any, places: Places, open_sizes: dict[str, Any]) -> None:
        conditions = entry.conditions()
        inputs = [(tuple(path), name) for path, name in entry.inputs()]
        for change, holds in tensors.Neighbours(places, conditions, inputs, open_sizes).changes():
            if time.monotonic() > self.end:
                return
            served = self.served(entry, change)
            if served is None:
                continue
            self.counts["neighbours"] += 1
            self.counts["neighbours that are served"] += served
            if served and not holds:
                self.outcome.kind = "it serves sizes that it must not"
                self.outcome.text = f"with {change.label} an entry serves that has the conditions {conditions}"
                return
            if not served and holds:
                self.counts["neighbours that are refused without a condition"] += 1


def changes_of(guard: Guard) -> Iterator[Change]:
    """The ways in which a guard is made false. What stands nowhere any more (a dead reference) has none."""
    try:
        yield from guard.changes()
    except (Impossible, AttributeError, KeyError, IndexError, TypeError, ValueError, RuntimeError, NotImplementedError):
        return


def of_relation(places: Places, kind: str, paths: list[Path]) -> Iterator[Change]:
    paths = [tuple(path) for path in paths]
    with contextlib.suppress(Impossible, AttributeError, KeyError, IndexError, TypeError, ValueError, RuntimeError):
        if kind == "same":
            now = places.at(paths[0])
            for new in (copy.copy(now), Other()):
                for path in paths if new is not now else ():
                    with contextlib.suppress(Impossible):
                        yield places.put(path, new, "an object for each")
        if kind == "distinct":
            for one, other in zip(paths, paths[1:], strict=False):
                yield places.put(other, places.at(one), "one object for two")


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Nothing collects, and nothing warns, while things are changed that everybody uses."""
    before, random_state = gc.isenabled(), torch.get_rng_state()
    gc.disable()
    try:
        yield
    finally:
        torch.set_rng_state(random_state)
        if before:
            gc.enable()
