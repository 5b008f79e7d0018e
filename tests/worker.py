"""Runs cases for tests/cases.rs: a line `kind path` comes in, the reason of a failure goes out.

A trace case (`trace`) is a program in one of two forms:

- plain: a function `fn` or a module `model`, and `calls`, a list of the arguments of each call
  (tuples; or a function giving such a list). The file is loaded twice, and run as written and compiled; results,
  exceptions, warnings, printed text, changed arguments, globals and random numbers must agree, as `tests/equality`
  compares. `options = dict(…)` goes to `compile`, `config = dict(…)` to `alternator.config`, `train = True` compares
  gradients as well;
- free: a function `case(t)`, which does what it wants with `t.compile`, `t.equal` and `t.graphs`.

Below the last statement stands what is expected of it, in sections:

    # expect graphs
    # (a line for every operator of every graph)
    # expect breaks
    # (the reason of every graph break, with the line)
    # expect guards
    # (the guards of every entry; tests/recorder.py says how they are written)
    # expect captured
    # ("whole", "in pieces" or "nothing", and the functions of the case that run as written)
    # expect raises
    # (type and text of the exception that ends the case)

Sections that are there are compared; `# expect graphs 3.13` holds from that version of CPython on. Guards are compared
on the first version alone: each has a library of its own. A plain case has `graphs` and `breaks`, a Python case `captured`. A trace case of which nothing is captured fails, unless it says so by
`captured`. With ALTERNATOR_BLESS=1 sections are written instead; a plain case without any gets those of PLAIN.

A guards case (`guards`) is free, and compiles nothing.

A meta case (`meta`) is a YAML file of calls; `tests/meta.py` says how they are written.

A Python case (`python`) has a function `program()`. What it returns, prints or raises, and what it leaves in its globals,
must be the same when it runs compiled, twice, and once more with fresh globals, as when CPython runs it so. One that
tries much has each attempt compiled on its own, by `tests/attempts.py`.

A found case (`found`) is what a machine of `tools/fuzz` found: any of these, or a program with `fn` and a generator
`calls`, which `tests/fuzz/oracle.py` runs as written and compiled, or names another program, and the `shares` of its
instructions before which `tests/fuzz/breaks.py` breaks it, or the settings with which `tests/fuzz/settings.py` runs it.

Started with paths instead of a request on standard input, runs those and prints what came of them.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import traceback

import alternator
import meta
import sections
from equality import Unequal
from fuzz import breaks, oracle, settings
from recorder import Recorder
from running import Tools, Wrong, compare_program, load, read, reset, run_plain
from showing import show_breaks, show_graphs

engine = alternator.api._engine
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BLESS = os.environ.get("ALTERNATOR_BLESS")
COVERAGE = os.environ.get("ALTERNATOR_COVERAGE")
PLAIN = ("graphs", "breaks", "guards")
# The one whose sections need no version.
FIRST_VERSION = min(tuple(map(int, v.split("."))) for v in os.listdir(f"{ROOT}/rules/cpython") if v[0].isdigit())


def run_trace(path):
    source = read(path)
    program, stated = sections.split(source)
    expected = sections.holding(stated)
    if sections.NOTHING in expected:
        return
    if sections.VERSION != FIRST_VERSION or not sections.is_newest_torch():
        expected.pop("guards", None)
    tools = Tools(keep="guards" in expected)
    names, raised = {}, None
    reset()
    with recording(keep=bool(BLESS) or not {"guards", "captured"}.isdisjoint(expected)) as recorder:
        try:
            names = load(path, source)
            with alternator.config.patch(**names.get("config", {})):
                if "case" in names:
                    names["case"](tools)
                else:
                    run_plain(names, load(path, source), tools)
        except (Wrong, Unequal):
            raise
        except Exception as error:
            raised = error
    if raised is not None and "raises" not in expected:
        raise raised
    is_plain = "case" not in names
    found = {
        "graphs": show_graphs(tools.graphs),
        "breaks": show_breaks(path),
        "guards": recorder.show_guards(source),
        "captured": recorder.show_captured(path),
        "raises": f"{type(raised).__name__}: {raised}" if raised else "",
    }
    if BLESS and is_plain and not expected:
        expected = dict.fromkeys(PLAIN)
    settle(path, source, program, stated, expected, found)
    if not recorder.captured and "captured" not in expected:
        raise Wrong("no frame was captured; a case that means this says so under `# expect captured`")
    if is_plain and not {"graphs", "breaks"} <= set(expected):
        raise Wrong("a plain case says which graphs and breaks are expected; --bless writes them")


def settle(path, source, program, stated, expected, found):
    """Compares what is stated with what was found, or writes it."""
    if unknown := {name for name, _ in stated} - {*found, sections.NOTHING}:
        raise Wrong(f"no section of such a case is called {', '.join(unknown)}; there are {', '.join(found)}")
    if BLESS:
        sections.write(path, source, program, stated, {name: found[name] for name in expected}, FIRST_VERSION)
        return
    for name, text in expected.items():
        if text != found[name]:
            raise Wrong(f"{name} differ:\n" + sections.difference(text, found[name]))


def run_python(path):
    source = read(path)
    program, stated = sections.split(source)
    expected = sections.holding(stated)
    if BLESS and not expected:
        expected = {"captured": None}
    reset()
    # Most of these programs hold no tensor: a break would leave the rest of them to CPython.
    engine.capture_every_frame(True)
    with recording() as recorder:
        compare_program(path, source)
    if "captured" not in expected:
        raise Wrong("a Python case says what of it is captured; --bless writes it")
    # Versions differ in where frames break, and of that the first is asked.
    if sections.VERSION == FIRST_VERSION:
        settle(path, source, program, stated, expected, {"captured": recorder.show_captured(path)})


@contextlib.contextmanager
def recording(keep=True):
    recorder = Recorder(keep)
    recorder.begin()
    try:
        yield recorder
    finally:
        recorder.end()


def run_meta(path):
    reset()
    if faults := meta.faults(path):
        raise Wrong("\n".join(faults))


def run_found(path):
    names = load(path, read(path))
    if "case" in names:
        return run_trace(path)
    of_another = isinstance(names.get("program"), str)
    if "program" in names and not of_another:
        return run_python(path)
    reset()
    machine = oracle if not of_another else breaks if "shares" in names else settings
    outcome = machine.check(path, oracle.Settings())
    if outcome.kind:
        raise Wrong(outcome.text)
    if not outcome.captured:
        raise Wrong("nothing of the program is captured")


def run_guards(path):
    """Guards on their own, by `tests/guarding.py`: nothing is compiled."""
    reset()
    load(path, read(path))["case"](Tools())


RUNNERS = {"trace": run_trace, "guards": run_guards, "python": run_python, "meta": run_meta, "found": run_found}


def run(kind, path):
    """The reason of a failure; empty for a pass."""
    # Cases collect garbage hundreds of times: what was there before them need not be gone through each time.
    gc.collect()
    gc.freeze()
    try:
        RUNNERS[kind](path)
        # The engine survives what goes wrong inside of it, and so would the case.
        reason = "\n".join(engine.faults())
    except (Wrong, Unequal) as error:
        reason = str(error)
    except Exception:
        reason = traceback.format_exc()
    if reason:
        engine.faults()
    if COVERAGE:
        # A worker before this one may have ended with a case.
        with open(COVERAGE, "a+") as file:
            file.seek(0)
            reached = set(engine.rules_reached()).difference(file.read().split())
            file.writelines(f"{rule}\n" for rule in sorted(reached))
    return reason


def serve():
    # Cases may print: only answers go where the harness reads.
    answers, sys.stdout = sys.stdout, sys.stderr
    for request in sys.stdin:
        kind, path = request.rstrip("\n").split(" ", 1)
        reason = run(kind, path)
        for line in reason.splitlines():
            print("|" + line, file=answers)
        print("done", file=answers, flush=True)


def main():
    os.chdir(ROOT)
    if len(sys.argv) == 1:
        return serve()
    if "PYTHONHASHSEED" not in os.environ:
        # As tests/cases.rs starts it: the order of sets of texts follows from this.
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    failed = 0
    for path in sys.argv[1:]:
        folders = os.path.relpath(path).split(os.sep)
        kind = next((kind for kind in RUNNERS if kind in folders), "trace")
        reason = run(kind, path)
        failed += bool(reason)
        print(f"{'FAIL' if reason else 'ok  '} {path}" + (f"\n{reason}" if reason else ""))
    print(f"{len(sys.argv) - 1 - failed} passed, {failed} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
