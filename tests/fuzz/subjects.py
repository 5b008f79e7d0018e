"""Programs that exist, for machines that do something to them: cases of `tests/data`, small models, made programs."""

from __future__ import annotations

import ast
import contextlib
import copy
import functools
import importlib
import os
import random
import sys
import tempfile
import traceback
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import running
import sections
from equality import Unequal
from torch._dynamo.decorators import _set_error_on_graph_break

import alternator
from alternator import _engine
from fuzz import oracle

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# What a case raises where generated code is wrong; anything else may come of what a case asks of graphs.
NEVER = (NameError, SystemError)


class Subject:
    """A program that is run again and again, each time with the same code objects. Entered while it is."""

    def __init__(self, loops: bool) -> None:
        self.settings = {"graph_breaks_in_loops": loops}
        self.backend: Any = "eager"
        self.stack = contextlib.ExitStack()

    def __enter__(self) -> Subject:
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()
        running.reset()

    def wrong(self, fresh: bool = True) -> str:
        """Runs it compiled, nothing known of it if `fresh`: what differs from the program as written, if anything."""
        if fresh:
            running.reset()
        # On where a break in `__enter__` was an error already.
        _set_error_on_graph_break(False)
        with alternator.config.patch(**self.settings):
            try:
                self.run()
            except (running.Wrong, Unequal) as error:
                return str(error)
            except Exception:
                return traceback.format_exc()
        return ""

    def run(self) -> None:
        raise NotImplementedError


class Backend(running.Backend):
    """Keeps every graph, and has another backend run it."""

    def __init__(self, backend: Any) -> None:
        super().__init__()
        self.backend = backend

    def __call__(self, module: Any, example_inputs: Any, **options: Any) -> Any:
        self.graphs.append(module)
        return self.backend(module, example_inputs)


class Tools(running.Tools):
    """What a case is given: breaks are no errors, and what it asks of graphs may be otherwise."""

    def __init__(self, backend: Any) -> None:
        super().__init__()
        if backend != "eager":
            self.backend = Backend(backend)

    def compile(self, fn: Any, **options: Any) -> Any:
        return super().compile(fn, **{**options, "fullgraph": False})

    def equal(self, found: Any, expected: Any, close: bool = False) -> None:
        # Numbers are most often those of graphs.
        if type(expected) is not int:
            super().equal(found, expected, close)


class WithoutAssertions(ast.NodeTransformer):
    """Leaves out what a free case asserts: that is about graphs, most of it. Its functions keep their assertions."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self.generic_visit(node) if node.name == "case" else node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return ast.copy_location(ast.Pass(), node)


class Case(Subject):
    """A file of `tests/data/trace` or `tests/data/python`."""

    def __init__(self, path: str, loops: bool) -> None:
        super().__init__(loops)
        self.path = os.path.join(ROOT, path)
        self.source = sections.split(running.read(self.path))[0]
        self.of_python = os.sep + "python" + os.sep in path
        self.stack.enter_context(contextlib.chdir(ROOT))

    def run(self) -> None:
        if self.of_python:
            _engine.capture_every_frame(True)
            running.compare_program(self.path, self.source, self.backend)
            return
        if (self.path, self.source) not in running.CODE:
            running.CODE.clear()
            tree = WithoutAssertions().visit(ast.parse(self.source))
            running.CODE[self.path, self.source] = compile(tree, self.path, "exec")
        names = running.load(self.path, self.source)
        with alternator.config.patch(**names.get("config", {})):
            if "case" not in names:
                running.run_plain(names, running.load(self.path, self.source), Tools(self.backend))
                return
            try:
                names["case"](Tools(self.backend))
            except (Unequal, *NEVER):
                raise
            except Exception:
                pass


class Model(Subject):
    """A small model of `tools/model_list.py`, evaluated or trained."""

    def __init__(self, name: str, loops: bool) -> None:
        super().__init__(loops)
        self.step = tool("model_run").step
        self.difference = tool("model_run").difference
        self.module, self.args, self.kwargs = model_list().build(name)
        module = copy.deepcopy(self.module)
        self.expected = [self.step(module, module, self.args, self.kwargs, False) for _ in range(2)]

    def run(self) -> None:
        module = copy.deepcopy(self.module)
        compiled = alternator.compile(module, backend=self.backend)
        for number, expected in enumerate(self.expected):
            found = self.step(compiled, module, self.args, self.kwargs, False)
            why, exact = self.difference(found, expected)
            if why or not exact:
                raise running.Wrong(f"call {number}: {why or 'not equal to the bit'}")


class Made(Subject):
    """A program of the machine `programs`, by its seed."""

    def __init__(self, seed: int, loops: bool, settings: oracle.Settings) -> None:
        super().__init__(loops)
        from fuzz import programs

        folder = self.stack.enter_context(tempfile.TemporaryDirectory())
        self.path = os.path.join(folder, f"made_{seed}.py")
        with open(self.path, "w") as file:
            file.write(programs.make(random.Random(f"programs {seed}")))
        self.backend = settings.backend
        with open(self.path) as file:
            self.code = compile(ast.parse(file.read()), self.path, "exec")
        self.expected = oracle.Run(self.path, self.code, None)

    def run(self) -> None:
        _engine.capture_every_frame(True)
        with alternator.config.patch(**self.expected.names.get("config", {})):
            found = oracle.Run(self.path, self.code, {"backend": self.backend})
        outcome = oracle.Outcome()
        oracle.compare(outcome, found, self.expected)
        if outcome.kind:
            raise running.Wrong(outcome.text)


def subject(name: str, loops: bool, settings: oracle.Settings) -> Subject:
    """The program that goes by a name."""
    kind, _, rest = name.partition(" ")
    if kind == "model":
        return Model(rest, loops)
    if kind == "made":
        return Made(int(rest), loops, settings)
    return Case(name, loops)


@functools.cache
def cases() -> list[str]:
    """The Python programs of `tests/data` that this version runs."""
    found = []
    for kind in ("trace", "python"):
        for folder, folders, files in os.walk(os.path.join(ROOT, "tests", "data", kind)):
            folders[:] = sorted(f for f in folders if not f[0].isdigit() or tuple(map(int, f.split("."))) <= sys.version_info[:2])
            found += [os.path.relpath(os.path.join(folder, file), ROOT) for file in sorted(files) if file.endswith(".py")]
    return found


@functools.cache
def models() -> list[str]:
    if not all(map(find_spec, ("transformers", "timm", "torchvision"))):
        return []
    return list(model_list().NAMES)


def tool(name: str) -> ModuleType:
    """A module of `tools`."""
    folder = os.path.join(ROOT, "tools")
    if folder not in sys.path:
        sys.path.append(folder)
    return importlib.import_module(name)


def model_list() -> ModuleType:
    return tool("model_list")
