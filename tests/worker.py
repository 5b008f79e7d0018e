"""Runs cases for tests/cases.rs: a line `kind path` comes in, the reason of a failure goes out.

A trace case (`trace`) is a program in one of two forms:

- plain: a function `fn` or a module `model`, and `calls`, a list of the arguments of each call
  (tuples; or a function giving such a list). It is run as written and compiled, and results,
  exceptions, printed text and changed arguments must agree. `options = dict(…)` goes to `compile`,
  `config = dict(…)` to `alternator.config`, `train = True` compares gradients as well;
- free: a function `case(t)`, which does what it wants with `t.compile`, `t.equal` and `t.graphs`.

Below the last statement may stand what is expected of it, in sections:

    # expect graphs
    # (a line for every operator of every graph)
    # expect breaks
    # (the reason of every graph break, with the line)
    # expect guards
    # (the guards of every entry)
    # expect raises
    # (type and text of the exception that ends the case)

Sections that are there are compared. With ALTERNATOR_BLESS=1 they are written instead; a plain case
without any gets `graphs` and `breaks`.

A meta case (`meta`) is a YAML file of calls; `tests/meta.py` says how they are written.

A Python case (`python`) has a function `program()`. What it returns, prints or raises must be the
same when it runs compiled, twice, as when CPython runs it. One that tries much has each attempt
compiled on its own, by `tests/attempts.py`.

A found case (`found`) is what a machine of `tools/fuzz` found: any of these, or a program with `fn` and a generator
`calls`, which `tests/fuzz/oracle.py` runs as written and compiled.

Started with paths instead of a request on standard input, runs those and prints what came of them.
"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import difflib
import enum
import io
import linecache
import os
import re
import sys
import traceback
import types
from collections import deque

import torch

import alternator
import meta
from fuzz import oracle

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BLESS = os.environ.get("ALTERNATOR_BLESS")
COVERAGE = os.environ.get("ALTERNATOR_COVERAGE")
SECTIONS = ("graphs", "breaks", "guards", "raises")


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

    def __init__(self):
        self.backend = Backend()
        self.config = alternator.config
        self.functions = []

    @property
    def graphs(self):
        return self.backend.graphs

    def compile(self, fn, **options):
        self.functions.append(fn)
        return alternator.compile(fn, backend=options.pop("backend", self.backend), **options)

    def equal(self, found, expected):
        check_equal(found, expected)

    def ops(self, graph=-1):
        return [operator_name(n) for n in self.graphs[graph].graph.nodes if n.op.startswith("call")]


def run_trace(path):
    source = read(path)
    tools = Tools()
    names, raised = {}, None
    reset()
    try:
        names = load(path, source)
        with alternator.config.patch(**names.get("config", {})):
            if "case" in names:
                names["case"](tools)
            else:
                run_plain(names, tools)
    except Wrong:
        raise
    except Exception as error:
        raised = error
    program, expected = split(source)
    found = {
        "graphs": show_graphs(tools.graphs),
        "breaks": show_breaks(path),
        "guards": show_guards(tools.functions),
        "raises": f"{type(raised).__name__}: {raised}" if raised else "",
    }
    if raised is not None and "raises" not in expected:
        raise raised
    if BLESS:
        wanted = [s for s in SECTIONS if s in expected]
        if not expected and "case" not in names:
            wanted = ["graphs", "breaks"]
        if wanted:
            write_expectations(path, source, program, {s: found[s] for s in wanted})
        return
    for section, text in expected.items():
        if section not in found:
            raise Wrong(f"no section is called {section!r}; there are {', '.join(SECTIONS)}")
        if text != found[section]:
            raise Wrong(f"{section} differ:\n" + difference(text, found[section]))


def run_plain(names, tools):
    """Every call as written and compiled, on copies of the same arguments."""
    target = names.get("model", names.get("fn"))
    if target is None:
        raise Wrong("a case has a function `fn`, a module `model` or a function `case(t)`")
    calls = names["calls"]
    eager = copy.deepcopy(target) if isinstance(target, torch.nn.Module) else target
    compiled = tools.compile(target, **names.get("options", {}))
    for number, arguments in enumerate(calls() if callable(calls) else calls):
        outcomes = []
        for function in (eager, compiled):
            mine = copy_of(arguments)
            torch.manual_seed(number)
            outcomes.append((outcome(function, mine, names.get("train")), mine))
        (expected, expected_arguments), (found, found_arguments) = outcomes
        try:
            check_equal(found, expected)
            check_equal(found_arguments, expected_arguments)
            if isinstance(target, torch.nn.Module):
                check_equal(dict(target.state_dict()), dict(eager.state_dict()))
        except Exception as error:
            raise Wrong(f"call {number}: {error}") from error


def copy_of(arguments):
    """A deep copy, but for objects that are the same in all copies of a program."""
    shared = [v for v in torch.utils._pytree.tree_leaves(arguments) if isinstance(v, (torch.finfo, torch.iinfo))]
    return copy.deepcopy(arguments, {id(v): v for v in shared})


def outcome(function, arguments, train=False):
    """What a call gives, prints and raises; with `train`, the gradients it leads to."""
    printed = io.StringIO()
    result = raised = None
    gradients = []
    with contextlib.redirect_stdout(printed):
        try:
            result = function(*arguments)
        except Exception as error:
            raised = (type(error), str(error))
    if train and raised is None:
        tensors = [t for t in torch.utils._pytree.tree_leaves(result) if isinstance(t, torch.Tensor) and t.requires_grad]
        sum(t.float().sum() for t in tensors).backward()
        module = getattr(function, "_orig_mod", function)
        leaves = list(module.parameters()) if isinstance(module, torch.nn.Module) else []
        leaves += [t for t in torch.utils._pytree.tree_leaves(arguments) if isinstance(t, torch.Tensor)]
        for leaf in leaves:
            gradients.append(None if leaf.grad is None else leaf.grad.clone())
            leaf.grad = None
    return {"result": result, "printed": printed.getvalue(), "raised": raised, "gradients": gradients}


def run_python(path):
    source = read(path)
    reset()
    # Most of these programs hold no tensor: a break would leave the rest of them to CPython.
    alternator.api._engine.capture_every_frame(True)
    expected = outcome(load(path, source)["program"], ())
    function = load(path, source)["program"]
    compiled = alternator.compile(function, backend="eager")
    for time in ("the first time", "the second time"):
        # Fresh globals, so that what one run left behind is not seen by the next.
        function.__globals__.update({k: v for k, v in load(path, source).items() if k != "program"})
        try:
            check_equal(outcome(compiled, ()), expected)
        except Exception as error:
            raise Wrong(f"compiled, {time}: {error}") from error


def check_equal(found, expected, where="the result"):
    """Equal in value and type, all the way down; tensors as torch.testing has it."""
    if not same_class(type(found), type(expected)):
        raise Wrong(f"{where} is {found!r}, a {type(found).__name__}; expected {expected!r}, a {type(expected).__name__}")
    if isinstance(expected, torch.Tensor):
        if found.requires_grad != expected.requires_grad:
            raise Wrong(f"{where}: requires_grad is {found.requires_grad}")
        torch.testing.assert_close(found, expected, equal_nan=True, check_stride=True, msg=lambda m: f"{where}: {m}")
    elif isinstance(expected, dict):
        if list(found) != list(expected):
            raise Wrong(f"{where} has keys {list(found)}; expected {list(expected)}")
        for key in expected:
            check_equal(found[key], expected[key], f"{where}[{key!r}]")
    elif isinstance(expected, (list, tuple, deque)):
        if isinstance(expected, deque) and found.maxlen != expected.maxlen:
            raise Wrong(f"{where} has maxlen {found.maxlen}; expected {expected.maxlen}")
        if len(found) != len(expected):
            raise Wrong(f"{where} has {len(found)} items; expected {len(expected)}: {found!r}, {expected!r}")
        for i, (a, b) in enumerate(zip(found, expected)):
            check_equal(a, b, f"{where}[{i}]")
    elif isinstance(expected, enum.Enum):
        check_equal(found.name, expected.name, where)
    elif hasattr(expected, "__dict__") and not callable(expected) and (
        type(expected).__eq__ is object.__eq__
        or type(found) is not type(expected)
        or dataclasses.is_dataclass(expected)
    ):
        check_equal(vars(found), vars(expected), where)
    elif type(expected).__module__ == "numpy":
        if getattr(expected, "shape", ()) != getattr(found, "shape", ()) or getattr(expected, "dtype", None) != getattr(found, "dtype", None):
            raise Wrong(f"{where} is {found!r}; expected {expected!r}")
        if not ((found == expected) | ((found != found) & (expected != expected))).all():
            raise Wrong(f"{where} is {found!r}; expected {expected!r}")
    elif not (found is expected or found == expected or (found != found and expected != expected)):
        if type(expected).__eq__ is not object.__eq__ or not callable(expected):
            raise Wrong(f"{where} is {found!r}; expected {expected!r}")


def same_class(a, b):
    """Whether two classes are one, or made by two runs of the same program."""
    return a is b or (a.__module__.startswith("case_") and (a.__module__, a.__qualname__) == (b.__module__, b.__qualname__))


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


def show_guards(functions):
    lines = []
    for function in functions:
        target = function.forward if isinstance(function, torch.nn.Module) else function
        code = getattr(target, "__code__", None)
        for number, entry in enumerate(alternator.api._engine.guards(code) if code else []):
            lines.append(f"entry {number}")
            # Addresses and numbers of dispatch keys differ from run to run.
            lines += ["  " + re.sub(r"\b\d{7,}\b|0x[0-9a-f]{6,}", "…", text) for text in entry]
    return "\n".join(lines)


def split(source):
    """The program, and the expectations by section."""
    match = re.search(r"^# expect ", source, re.MULTILINE)
    if match is None:
        return source, {}
    sections, current = {}, None
    for line in source[match.start() :].splitlines():
        if line.startswith("# expect "):
            current = line.removeprefix("# expect ").strip()
            sections[current] = []
        elif current is not None and line.startswith("#"):
            sections[current].append(line[2:].rstrip())
    return source[: match.start()], {name: "\n".join(lines) for name, lines in sections.items()}


def write_expectations(path, source, program, sections):
    text = program.rstrip("\n") + "\n\n\n"
    for name, body in sections.items():
        text += f"# expect {name}\n" + "".join(f"# {line}".rstrip() + "\n" for line in body.splitlines())
    if text != source:
        with open(path, "w") as file:
            file.write(text)
        print(f"blessed {path}\n{difference(source, text)}", file=sys.stderr)


def difference(expected, found):
    lines = difflib.unified_diff(expected.splitlines(), found.splitlines(), "expected", "found", lineterm="", n=2)
    return "\n".join(lines)


def load(path, source):
    """Runs the file as a module of its own."""
    path = os.path.abspath(path)
    linecache.checkcache(path)
    module = types.ModuleType("case_" + re.sub(r"\W", "_", os.path.basename(path)))
    module.__file__ = path
    sys.modules[module.__name__] = module  # where dataclasses and pickle look for it
    exec(compile(source, path, "exec"), module.__dict__)
    return module.__dict__


def read(path):
    with open(path) as file:
        return file.read()


def reset():
    alternator.reset()
    alternator.api._engine.capture_every_frame(False)
    torch.manual_seed(0)
    torch.set_grad_enabled(True)
    torch.set_default_dtype(torch.float32)


def run_meta(path):
    reset()
    if faults := meta.faults(path):
        raise Wrong("\n".join(faults))


def run_found(path):
    names = load(path, read(path))
    if "case" in names:
        return run_trace(path)
    if "program" in names:
        return run_python(path)
    reset()
    outcome = oracle.check(path, oracle.Settings())
    if outcome.kind:
        raise Wrong(outcome.text)
    if not outcome.captured:
        raise Wrong("nothing of the program is captured")


RUNNERS = {"trace": run_trace, "python": run_python, "meta": run_meta, "found": run_found}


def run(kind, path):
    """The reason of a failure; empty for a pass."""
    try:
        RUNNERS[kind](path)
        reason = ""
    except Wrong as error:
        reason = str(error)
    except Exception:
        reason = traceback.format_exc()
    if COVERAGE:
        with open(COVERAGE, "w") as file:
            file.write("\n".join(sorted(alternator.api._engine.rules_reached())) + "\n")
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
    failed = 0
    for path in sys.argv[1:]:
        folders = os.path.abspath(path).split(os.sep)
        kind = next((kind for kind in RUNNERS if kind in folders), "trace")
        reason = run(kind, path)
        failed += bool(reason)
        print(f"{'FAIL' if reason else 'ok  '} {path}" + (f"\n{reason}" if reason else ""))
    print(f"{len(sys.argv) - 1 - failed} passed, {failed} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
