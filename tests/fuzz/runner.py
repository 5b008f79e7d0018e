"""Runs cases in child processes that may crash, hang or grow, and reports what they find.

A child is asked one case at a time. One that dies, or has not answered in time, is a finding like any
other; the next case gets a new child. Each is replaced after some hundreds of cases, so that what
leaks cannot add up.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from typing import Any

from fuzz import shrink
from fuzz.machines import Machine

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CASES_OF_A_CHILD = 400
START = 300.0
"""Seconds for a child to import torch, on a machine that has much else to do."""


class Died(Exception):
    """The child crashed or hung, for the reason in the text."""


def environment() -> dict[str, str]:
    """Of a child: everything that is drawn at random follows from the seed."""
    paths = [TESTS, *filter(None, [os.environ.get("PYTHONPATH")])]
    fixed = {"PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"}
    return {**os.environ, **fixed}


class Child:
    """A process that answers requests (`child.py`)."""

    def __init__(self) -> None:
        self.asked = 0
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fuzz.child"], env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self.errors, cwd=tempfile.gettempdir(),
        )  # fmt: skip
        self.buffer = b""
        self.line(START)

    def ask(self, request: dict[str, Any], patience: float) -> dict[str, Any]:
        self.asked += 1
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # what `line` finds says more
        return json.loads(self.line(patience))

    def line(self, patience: float) -> bytes:
        end = time.monotonic() + patience
        while b"\n" not in self.buffer:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                self.process.send_signal(signal.SIGABRT)  # faulthandler writes where it hangs
                self.process.wait()
                raise Died(f"hang: no answer in {patience:.0f} s\n{self.last_words()}")
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                status = self.process.wait()
                name = signal.Signals(-status).name if status < 0 else f"exit {status}"
                raise Died(f"crash: {name}\n{self.last_words()}")
            self.buffer += chunk
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line

    def last_words(self) -> str:
        self.errors.seek(max(0, self.errors.seek(0, os.SEEK_END) - 4000))
        return self.errors.read().decode(errors="replace")

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.errors):
            try:
                pipe.close()
            except BrokenPipeError:
                pass


class Asker:
    """Asks a child, starting one where there is none."""

    def __init__(self, machine: Machine, settings: dict[str, Any]) -> None:
        self.machine, self.settings = machine, settings
        self.child: Child | None = None

    def ask(self, path: str, seed: int | None = None) -> dict[str, Any]:
        if self.child is not None and self.child.asked >= CASES_OF_A_CHILD:
            self.end()
        if self.child is None:
            self.child = Child()
        machine = self.machine
        request = {"machine": machine.name, "settings": self.settings, "path": path, "patience": machine.patience}
        if seed is not None:
            request["seed"] = seed
        try:
            answer = self.child.ask(request, machine.patience)
            if answer["spent"]:
                self.end()
            return answer
        except Died as died:
            self.end()
            kind = str(died).splitlines()[0]
            return {"kind": kind, "text": str(died), "captured": False, "numbers": {}}

    def end(self) -> None:
        if self.child is not None:
            self.child.end()
            self.child = None


@dataclasses.dataclass
class Report:
    """What a machine did."""

    machine: Machine
    first: int
    cases: int = 0
    captured: int = 0
    numbers: Counter[str] = dataclasses.field(default_factory=Counter)
    findings: list[tuple[str, str]] = dataclasses.field(default_factory=list)
    seconds: float = 0.0

    @property
    def share(self) -> float:
        return self.captured / self.cases if self.cases else 0.0

    @property
    def too_little(self) -> bool:
        """Whether so little was captured that nothing was tested."""
        return self.cases == 0 or self.cases >= 20 and self.share < self.machine.floor

    def __str__(self) -> str:
        crashes = sum(kind.startswith(("crash", "hang", "panic")) for kind, _ in self.findings)
        numbers = ", ".join(f"{n} {what}" for what, n in self.numbers.items())
        return (
            f"{self.machine.name}: seeds {self.first} to {self.first + self.cases - 1}, {self.cases} cases in"
            f" {self.seconds:.0f} s, {self.share:.1%} captured ({numbers});"
            f" {len(self.findings) - crashes} differences, {crashes} crashes"
            + (f"; below its floor of {self.machine.floor:.0%} captured, it tests too little" if self.too_little else "")
        )


def run_alone(machine: Machine, seed: int, seconds: float | None) -> bool:
    """Runs a machine that is a program of its own, in the time that it is given; whether it ended well."""
    seconds = seconds or 60.0
    command = [sys.executable, "-m", machine.module, "--seed", str(seed), "--seconds", str(int(seconds))]
    process = subprocess.Popen(command, env=environment())
    try:
        status = process.wait(seconds * 2 + START)
    except subprocess.TimeoutExpired:
        process.kill()
        status = process.wait()
    print(f"{machine.name}: seed {seed}, {seconds:.0f} s, exit status {status}", flush=True)
    return status == 0


class Search:
    """Runs one machine over the seeds from `first` on, until `count` cases are made or the time is up."""

    def __init__(self, machine: Machine, first: int, count: int | None, seconds: float | None, options: Any) -> None:
        self.report = Report(machine, first)
        self.options = options
        self.settings = {"backend": options.backend, "tolerance": options.tolerance}
        self.count, self.end = count, None if seconds is None else time.monotonic() + seconds
        self.lock = threading.Lock()
        self.next = first
        self.started = time.monotonic()

    def run(self) -> Report:
        with tempfile.TemporaryDirectory(prefix="alternator-fuzz-") as folder:
            threads = [threading.Thread(target=self.work, args=(folder,), daemon=True) for _ in range(self.options.jobs)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.report.seconds = time.monotonic() - self.started
        return self.report

    def take(self) -> int | None:
        with self.lock:
            made = self.next - self.report.first
            if made and made % 500 == 0:
                self.report.seconds = time.monotonic() - self.started
                print(f"… {self.report}", file=sys.stderr, flush=True)
            if self.count is not None and made >= self.count or self.end is not None and time.monotonic() >= self.end:
                return None
            if len(self.report.findings) >= self.options.most:
                return None
            self.next += 1
            return self.next - 1

    def work(self, folder: str) -> None:
        asker = Asker(self.report.machine, self.settings)
        try:
            while (seed := self.take()) is not None:
                path = os.path.join(folder, f"{self.report.machine.name}_{seed}.py")
                self.note(asker, seed, path, asker.ask(path, seed))
                with contextlib.suppress(FileNotFoundError):
                    os.remove(path)
        finally:
            asker.end()

    def note(self, asker: Asker, seed: int, path: str, answer: dict[str, Any]) -> None:
        with self.lock:
            self.report.cases += 1
            self.report.captured += answer["captured"]
            self.report.numbers.update(answer["numbers"])
        if not answer["kind"]:
            return
        with self.lock:
            self.report.findings.append((answer["kind"], path))
        kept = os.path.join(self.options.keep, os.path.basename(path))
        if not os.path.exists(path):
            with self.lock:
                print(f"\n{self.report.machine.name}, seed {seed}, before there was a case: {answer['text']}", flush=True)
            return
        with open(path) as file:
            text = file.read()
        smaller = text
        if not (self.options.whole or answer["kind"].startswith("hang")):  # each try of a hang takes all of the patience
            smaller = shrink.shrink(text, lambda candidate: self.kind_of(asker, path, candidate), answer["kind"], self.end)
            if smaller != text:
                with open(path, "w") as file:
                    file.write(smaller)
                answer = asker.ask(path)
        os.makedirs(self.options.keep, exist_ok=True)
        with open(kept, "w") as file:
            file.write(smaller)
        with self.lock:
            print(f"\n{self.report.machine.name}, seed {seed}: {answer['text']}\nkept as {kept}", flush=True)

    def kind_of(self, asker: Asker, path: str, text: str) -> str:
        with open(path, "w") as file:
            file.write(text)
        return asker.ask(path)["kind"]
