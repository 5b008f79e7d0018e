"""The machine that forces breaks: programs whose traces end at one of their instructions, one after the other.

A program is a case of `tests/data`, a small model of `tools/model_list.py` or a program of the machine `programs`. It is
compiled once to see which instructions its traces come by, in the frames that are captured and in those that are inlined.
Then it is run again for each of some of these, with a break before it, and must do what it does as written. Which are chosen a
case says as shares of the way; `--every` goes through them all.
"""

from __future__ import annotations

import itertools
import os
import random
import time
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

import alternator
import alternator.report
from alternator import _engine
from fuzz import oracle
from fuzz.subjects import Subject, cases, models, subject

# What the reason of such a break says.
FORCED = "a break that a test forces"
POSITIONS = 12
SECONDS = 30.0
"""After which no more positions of a program are tried."""

Position = tuple[CodeType, int]


def make(draw: random.Random) -> str:
    """A program, and where it breaks."""
    name = program(draw)
    shares = sorted(round(draw.random(), 4) for _ in range(POSITIONS))
    return text(name, draw.random() < 0.8, draw.random() < 0.5, shares=shares)


def program(draw: random.Random) -> str:
    """The name of a program."""
    kind = draw.random()
    if kind < 0.08 and models():
        return f"model {draw.choice(models())}"
    if kind < 0.25:
        return f"made {draw.randrange(1 << 30)}"
    return draw.choice(cases())


def text(name: str, loops: bool, nested: bool, **where: Any) -> str:
    settings = {"graph_breaks_in_loops": loops, "nested_graph_breaks": nested}
    parts = {"program": name, **settings, **where}
    return "\n".join(['"""Made by tests/fuzz/breaks.py."""', "", *(f"{key} = {value!r}" for key, value in parts.items())]) + "\n"


def check(path: str, settings: oracle.Settings) -> oracle.Outcome:
    """What is wrong with a program that breaks somewhere, if anything."""
    with open(path) as file:
        request: dict[str, Any] = {}
        exec(file.read(), request)
    outcome = oracle.Outcome(numbers=dict(programs=1, positions=0, tried=0, broke=0))
    tested = subject(request["program"], request["graph_breaks_in_loops"], settings)
    tested.settings["nested_graph_breaks"] = request.get("nested_graph_breaks", False)
    with tested:
        _engine.note_positions(True)
        wrong = run(tested)[0]
        positions = _engine.note_positions(False)
        if wrong:
            return oracle.Outcome("without a break", f"{request['program']} without a break: {wrong}")
        outcome.numbers["positions"] = len(positions)
        end = time.monotonic() + SECONDS
        for position in chosen(positions, request):
            if time.monotonic() > end:
                break
            wrong, came_of_it = cut(tested, position)
            outcome.captured |= came_of_it == "broke"
            outcome.numbers["tried"] += 1
            outcome.numbers[came_of_it] = outcome.numbers.get(came_of_it, 0) + 1
            if wrong:
                outcome.kind, outcome.text = "a break changes what a program does", f"{told(request['program'], position)}: {wrong}"
                break
    return outcome


def chosen(positions: list[Position], request: dict[str, Any]) -> Iterator[Position]:
    if "first" in request:
        return iter(positions[request["first"] : request["last"]])
    return iter([positions[int(share * len(positions))] for share in request["shares"] if positions])


def cut(tested: Subject, position: Position) -> tuple[str, str]:
    """Runs a program with a break before an instruction: what is wrong, and whether the break could be made."""
    code, offset = position
    _engine.break_before(code, offset)
    try:
        wrong, reasons = run(tested)
    finally:
        met = _engine.break_before()
    if FORCED in reasons:
        return wrong, "broke"
    if not met:
        return wrong, "not met again"
    refused = next((reason for reason in reasons if FORCED in reason), "the trace was given up")
    return wrong, f"refused: {refused.split(' (')[0].split(':')[0]}"


def run(tested: Subject) -> tuple[str, list[str]]:
    """What is wrong with a program's compiled run, and why its graphs broke."""
    reasons: list[str] = []

    def told(event: str, *details: Any) -> None:
        if event == "broke":
            reasons.append(details[0])

    before, alternator.report.listener = alternator.report.listener, told
    written = oracle.written()
    try:
        wrong = tested.wrong()
        if FORCED in wrong and "Unsupported" in wrong:
            # The program asks that breaks be errors.
            wrong = ""
    finally:
        alternator.report.listener = before
    return wrong or oracle.since(written) or "\n".join(_engine.faults()), reasons


def told(name: str, position: Position) -> str:
    code, offset = position
    line = next((line for start, end, line in code.co_lines() if start <= offset < end), None)
    return f"{name}, broken before offset {offset} of {code.co_qualname} ({os.path.basename(code.co_filename)}:{line})"


def every(ask: Callable[[str], dict[str, Any]], wanted: str) -> Iterator[dict[str, Any]]:
    """Asks for all positions of all programs whose name contains a text, some at a time."""
    for name in [*cases(), *(f"model {model}" for model in models())]:
        if wanted not in name:
            continue
        for loops, nested in itertools.product((True, False), repeat=2):
            first, count = 0, 1
            while first < count:
                answer = ask(text(name, loops, nested, first=first, last=first + POSITIONS))
                yield answer
                count = answer["numbers"].get("positions", 0)
                first += POSITIONS
