"""The command line of `tools/fuzz`."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections import Counter
from typing import Any

from fuzz import shrink
from fuzz.machines import MACHINES
from fuzz.runner import Asker, Search, run_alone

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main() -> int:
    options = arguments()
    if options.replay:
        return replay(options)
    if options.every is not None:
        return walk(options)
    machines = list(MACHINES.values()) if options.all else [MACHINES[name] for name in options.machines or ["programs"]]
    seed = int(time.time()) % 1_000_000 * 1000 if options.seed is None else options.seed
    count, seconds = options.count, options.seconds
    if count is None and seconds is None:
        count = 1000
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"tools/fuzz: CPython {version}, backend {options.backend}, seed {seed}", flush=True)
    end = None if seconds is None else time.monotonic() + seconds
    failed = False
    for place, machine in enumerate(machines):
        # What one machine leaves of its time, the others share.
        mine = None if end is None else max(1.0, (end - time.monotonic()) / (len(machines) - place))
        if machine.alone:
            failed |= not run_alone(machine, seed, mine)
            continue
        report = Search(machine, seed, count, mine, options).run()
        print(report, flush=True)
        failed |= bool(report.findings) or report.too_little
    return int(failed)


def replay(options: argparse.Namespace) -> int:
    """Runs cases that were kept; with `--shrink`, makes them smaller where they are."""
    failed = 0
    for path in options.replay:
        path = os.path.abspath(path)
        name = os.path.basename(path).rsplit("_", 1)[0]
        asker = Asker(MACHINES.get(name, MACHINES["programs"]), {"backend": options.backend, "tolerance": options.tolerance})
        answer = asker.ask(path)
        failed += bool(answer["kind"])
        if answer["kind"] and options.shrink:
            make_smaller(asker, path, answer["kind"])
            answer = asker.ask(path)
        asker.end()
        print(f"{'FAIL' if answer['kind'] else 'ok  '} {path}" + (f"\n{answer['text']}" if answer["kind"] else ""))
    return int(failed > 0)


def walk(options: argparse.Namespace) -> int:
    """Goes through all positions of the programs whose name contains a text."""
    machine = MACHINES["breaks"]
    asker = Asker(machine, {"backend": options.backend, "tolerance": options.tolerance})
    numbers: Counter[str] = Counter()
    os.makedirs(options.keep, exist_ok=True)
    path, found = os.path.join(options.keep, "breaks_every.py"), 0

    def ask(case: str) -> dict[str, Any]:
        with open(path, "w") as file:
            file.write(case)
        return asker.ask(path)

    for answer in machine.load().every(ask, options.every):
        numbers.update({what: n for what, n in answer["numbers"].items() if what not in ("programs", "positions")})
        if answer["kind"]:
            found += 1
            kept = shutil.copy(path, os.path.join(options.keep, f"breaks_{options.every.replace('/', '_')}{found}.py"))
            print(f"\n{answer['text']}\nkept as {kept}", flush=True)
    asker.end()
    print(f"breaks: all positions of programs with {options.every!r}: {dict(numbers)}; {found} differences", flush=True)
    return int(found > 0)


def make_smaller(asker: Asker, path: str, kind: str) -> None:
    def kind_of(candidate: str) -> str:
        with open(path, "w") as file:
            file.write(candidate)
        return asker.ask(path)["kind"]

    with open(path) as file:
        text = file.read()
    smaller = text
    try:
        smaller = shrink.shrink(text, kind_of, kind)
    finally:
        with open(path, "w") as file:
            file.write(smaller)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools/fuzz", description="Searches for programs that do something else compiled.")
    parser.add_argument("command", nargs="*", metavar="replay FILE…", help="run cases that were kept")
    for machine in MACHINES.values():
        parser.add_argument(f"--{machine.name}", dest="machines", action="append_const", const=machine.name, help=machine.about)
    parser.add_argument("--all", action="store_true", help="every machine, sharing the time")
    parser.add_argument("--seed", type=int, help="the first case's; by the clock if not given")
    parser.add_argument("--count", type=int, help="cases of each machine (1000)")
    parser.add_argument("--seconds", type=float, help="how long, for all machines together")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--backend", default="eager")
    parser.add_argument("--tolerance", type=float, help="for backends that compute otherwise than eager torch")
    parser.add_argument("--keep", default=os.path.join(ROOT, ".cache", "fuzz"), help="where findings are written")
    parser.add_argument("--most", type=int, default=20, help="findings after which a machine stops")
    parser.add_argument("--every", metavar="NAME", help="breaks at each position of the programs whose name contains this")
    parser.add_argument("--whole", action="store_true", help="keep findings as they are, without making them smaller")
    parser.add_argument("--shrink", action="store_true", help="with replay: make the cases smaller")
    options = parser.parse_args()
    options.replay = None
    if options.command:
        command, *files = options.command
        if command != "replay" or not files:
            parser.error("the only command is `replay FILE…`")
        options.replay = files
    return options


if __name__ == "__main__":
    sys.exit(main())
