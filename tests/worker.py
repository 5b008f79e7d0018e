"""Runs cases for tests/cases.rs: a line `kind path` comes in, the reason of a failure goes out.

A trace case (`trace`) is a program in one of two forms:

- plain: a function `fn` or a module `model`, and `calls`, a list of the arguments of each call
  (tuples; or a function giving such a list). The file is loaded twice, and run as written and compiled; results,
  exceptions, warnings, printed text, changed arguments, globals and random numbers must agree, as `tests/equality.py`
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
instructions before which `tests/fuzz/breaks.py` breaks it.

Started with paths instead of a request on standard input, runs those and prints what came of them.
"""

from __future__ import annotations

import contextlib
import copy
import gc
import importlib.util
import io
import linecache
import os
import random
import re
import sys
import traceback
import warnings

import numpy
import torch

import alternator
import meta
import sections
from equality import Comparison, Unequal, check_equal
from recorder import Recorder

engine = alternator.api._engine
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BLESS = os.environ.get("ALTERNATOR_BLESS")
COVERAGE = os.environ.get("ALTERNATOR_COVERAGE")
PLAIN = ("graphs", "breaks", "guards")
# The one whose sections need no version.
FIRST_VERSION = min(tuple(map(int, v.split("."))) for v in os.listdir(f"{ROOT}/rules/cpython") if v[0].isdigit())


class Wrong(Exception):
    """The case ran, and what came out is not what should have."""


class Backend:
    """Keeps every graph, and runs it as it stands."""

    def __init__(self):
        self.graphs = []

    def __call__(self, module, example_inputs, **options):
        self.graphs.append(module)
        return module.forward

    def __len__(self):
        return len(self.graphs)


class Tools:
    """What a free case is given."""

    def __init__(self, keep=False):
        self.backend = Backend()
        self.config = alternator.config
        self.kept = [] if keep else None
        # As (2, 15): a case says by it what a release of torch does otherwise, whoever compiles for it.
        self.release = sections.torch_release()

    @property
    def graphs(self):
        return self.backend.graphs

    def compile(self, fn, **options):
        compiled = alternator.compile(fn, backend=options.pop("backend", self.backend), **options)
        # Entries go with what was compiled: whose guards are wanted is kept.
        if self.kept is not None:
            self.kept.append(compiled)
        return compiled

    def equal(self, found, expected, close=False):
        check_equal(found, expected, close=close)

    def ops(self, graph=-1):
        return [operator_name(n) for n in self.graphs[graph].graph.nodes if n.op.startswith("call")]


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


def run_plain(names, plain_names, tools):
    """Every call as written and compiled, each with a program and arguments of its own."""
    target, plain = (it.get("model", it.get("fn")) for it in (names, plain_names))
    if target is None:
        raise Wrong("a case has a function `fn`, a module `model` or a function `case(t)`")
    compiled = tools.compile(target, **names.get("options", {}))
    # Made once each: what the program keeps between calls is its own.
    calls = [it["calls"]() if callable(it["calls"]) else it["calls"] for it in (names, plain_names)]
    if not calls[0]:
        raise Wrong("a case has calls")
    if tools.kept is not None:
        tools.kept.append(compiled)
    for number, (arguments, plain_arguments) in enumerate(zip(*calls, strict=True)):
        arguments, plain_arguments = copy_of(arguments), copy_of(plain_arguments)
        expected = outcome(plain, plain_arguments, number, names.get("train"))
        found = outcome(compiled, arguments, number, names.get("train"))
        agree((names, arguments, found), (plain_names, plain_arguments, expected), f"call {number}")


def agree(found, expected, what):
    """That two runs do, in what they share with their programs: (globals, arguments, outcome)."""
    comparison = Comparison()
    try:
        for mine, theirs, where in zip(found, expected, ("the globals", "the arguments", "the outcome")):
            comparison.compare(mine, theirs, where)
        comparison.finish()
    except Unequal as error:
        raise Wrong(f"{what}: {error}") from error


def copy_of(arguments):
    """A deep copy, but for objects that are the same in all copies of a program."""
    shared = [v for v in torch.utils._pytree.tree_leaves(arguments) if isinstance(v, (torch.finfo, torch.iinfo))]
    return copy.deepcopy(arguments, {id(v): v for v in shared})


def outcome(function, arguments=(), seed=0, train=False):
    """What a call gives, prints, warns of and raises; with `train`, the gradients it leads to."""
    printed, errors, unraisable = io.StringIO(), io.StringIO(), []
    result = raised = None
    gradients = []
    set_seeds(seed)
    hook, sys.unraisablehook = sys.unraisablehook, lambda it: unraisable.append(f"{it.exc_type.__name__}: {it.exc_value}")
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(errors), warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            try:
                result = function(*arguments)
            except Exception as error:
                raised = error
        if train and raised is None:
            gradients = gradients_of(function, arguments, result)
    finally:
        sys.unraisablehook = hook
    return {
        "raised": raised,
        "result": result,
        "printed": printed.getvalue(),
        "printed to stderr": errors.getvalue(),
        "warnings": [f"{w.category.__name__}: {w.message}" for w in said if "config.recompile_limit" not in str(w.message)],
        "unraisable": unraisable,
        "gradients": gradients,
        "modes": (torch.is_grad_enabled(), torch.is_inference_mode_enabled(), torch.get_default_dtype()),
        "random numbers": (torch.get_rng_state(), random.getstate(), numpy.random.get_state()),
    }


def gradients_of(function, arguments, result):
    tensors = [t for t in torch.utils._pytree.tree_leaves(result) if isinstance(t, torch.Tensor) and t.requires_grad]
    sum(t.float().sum() for t in tensors).backward()
    module = getattr(function, "_orig_mod", function)
    leaves = list(module.parameters()) if isinstance(module, torch.nn.Module) else []
    leaves += [t for t in torch.utils._pytree.tree_leaves(arguments) if isinstance(t, torch.Tensor)]
    gradients = []
    for leaf in leaves:
        gradients.append(None if leaf.grad is None else leaf.grad.clone())
        leaf.grad = None
    return gradients


def set_seeds(seed):
    torch.manual_seed(seed)
    random.seed(seed)
    numpy.random.seed(seed)


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


def compare_program(path, source, backend="eager"):
    """A Python case as written and compiled, twice, and once more with fresh globals."""
    kept = []
    for times in (("the first time", "the second time"), ("with fresh globals",)):
        plain, names = load(path, source), load(path, source)
        compiled = alternator.compile(names["program"], backend=backend)
        kept.append(compiled)
        for time in times:
            wanted = outcome(plain["program"])
            agree((names, (), outcome(compiled)), (plain, (), wanted), f"compiled, {time}")


@contextlib.contextmanager
def recording(keep=True):
    recorder = Recorder(keep)
    recorder.begin()
    try:
        yield recorder
    finally:
        recorder.end()


def show_graphs(graphs):
    lines = []
    for number, module in enumerate(graphs):
        lines.append(f"graph {number}")
        for node in module.graph.nodes:
            lines.append("  " + show_node(node))
    return "\n".join(lines)


def show_node(node):
    if node.op == "placeholder":
        return f"{node.name}: input"
    if node.op == "output":
        return f"return {show_argument(node.args[0])}"
    arguments = [show_argument(a) for a in node.args] + [f"{k}={show_argument(v)}" for k, v in node.kwargs.items()]
    if node.op == "call_method":
        return f"{node.name} = {arguments[0]}.{node.target}({', '.join(arguments[1:])})"
    return f"{node.name} = {operator_name(node)}({', '.join(arguments)})"


def operator_name(node):
    return node.target if isinstance(node.target, str) else getattr(node.target, "__name__", str(node.target))


def show_argument(value):
    if isinstance(value, torch.fx.Node):
        return value.name
    if isinstance(value, tuple):
        return "(" + ", ".join(map(show_argument, value)) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, list):
        return "[" + ", ".join(map(show_argument, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k!r}: {show_argument(v)}" for k, v in value.items()) + "}"
    if isinstance(value, slice):
        return f"slice({', '.join(map(show_argument, (value.start, value.stop, value.step)))})"
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))


def show_breaks(path):
    lines = []
    for reason, file, line, _function in alternator.counters()["break_reasons"]:
        here = os.path.abspath(file) == os.path.abspath(path)
        lines.append(f"{f'line {line}' if here else os.path.basename(file)}: {reason}")
    return "\n".join(lines)


def load(path, source):
    """Runs the file as a module of its own. Of one file all modules have the same code objects."""
    path = os.path.abspath(path)
    linecache.checkcache(path)
    if (path, source) not in CODE:
        CODE.clear()
        CODE[path, source] = compile(source, path, "exec")
    name = "case_" + re.sub(r"\W", "_", os.path.basename(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_file_location(name, path))
    sys.modules[module.__name__] = module  # where dataclasses and pickle look for it
    set_seeds(0)
    exec(CODE[path, source], module.__dict__)
    return module.__dict__


# The case at work.
CODE = {}


def read(path):
    with open(path) as file:
        return file.read()


def reset():
    alternator.reset()
    engine.capture_every_frame(False)
    torch.set_grad_enabled(True)
    torch.set_default_dtype(torch.float32)


def run_meta(path):
    reset()
    if faults := meta.faults(path):
        raise Wrong("\n".join(faults))


def run_found(path):
    # They import this module.
    from fuzz import breaks, oracle

    names = load(path, read(path))
    if "case" in names:
        return run_trace(path)
    if "program" in names and "shares" not in names:
        return run_python(path)
    reset()
    machine = breaks if "shares" in names else oracle
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
