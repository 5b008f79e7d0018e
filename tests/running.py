"""Loads the program of a case, runs it as written and compiled, and compares the two.

`tests/worker.py` says what a case may contain.
"""

from __future__ import annotations

import contextlib
import copy
import importlib.util
import io
import linecache
import logging
import os
import random
import re
import sys
import warnings

import numpy
import torch

import alternator
import sections
from equality import Comparison, Unequal, check_equal
from showing import operator_name

engine = alternator.api._engine


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


@contextlib.contextmanager
def without_limits():
    """Without the log that a function is compiled no more: a case's functions are compiled again and again."""

    def is_other(record):
        return "recompile_limit" not in record.getMessage()

    log = logging.getLogger("torch._dynamo.convert_frame")
    log.addFilter(is_other)
    try:
        yield
    finally:
        log.removeFilter(is_other)


def outcome(function, arguments=(), seed=0, train=False):
    """What a call gives, prints, warns of and raises; with `train`, the gradients it leads to."""
    printed, errors, unraisable = io.StringIO(), io.StringIO(), []
    result = raised = None
    gradients = []
    set_seeds(seed)
    hook, sys.unraisablehook = sys.unraisablehook, lambda it: unraisable.append(f"{it.exc_type.__name__}: {it.exc_value}")
    try:
        with (
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(errors),
            without_limits(),
            warnings.catch_warnings(record=True) as said,
        ):
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
        "warnings": [f"{w.category.__name__}: {w.message}" for w in said],
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
