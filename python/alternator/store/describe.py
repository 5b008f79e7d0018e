"""Inductor's result as data; `alternator.store.load` makes a function of it again.

Inductor writes a Python module with a function `call`, and a shared library for each kernel. Of that module are kept the
definitions that `call` needs, and for each global name that they use what it stands for: a kernel, a path at which a
function of torch's is found, a constant. So loading it imports nothing of inductor's.

Autograd's compiler surrounds `call` with steps of its own. Where it writes into inputs, or makes views of them, nothing
is kept; where it computes gradients, another such function does that (`alternator.store.gradients`).
"""

from __future__ import annotations

import ast
import functools
import hashlib
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import torch

from alternator.store import gradients
from alternator.store.keys import NotKept, at_path, path_of


class Assumed(NamedTuple):
    """The parts of an entry beside the backend's functions."""

    inputs: int
    """How many the graph has."""
    guards: list[tuple[Any, ...]]
    writes: str
    autocast: bool
    """Whether what autocast does is in the kernels."""


def describe(call: Any, metadata: list[Any], assumed: Assumed) -> tuple[dict[str, Any], dict[str, bytes]]:
    """An entry for what the backend gave, and its libraries. Raises `NotKept`.

    `metadata` is what autograd's compiler found out of each graph that it was given; nothing where it took a result from
    its own cache.
    """
    if len(metadata) != 1:
        raise NotKept("autograd's compiler told nothing of the graph")
    _check_metadata(metadata[0], assumed.inputs)
    return _entry(metadata[0], assumed, [_only(_modules(call))], None)


def describe_with_gradients(function: Any, assumed: Assumed) -> tuple[dict[str, Any], dict[str, bytes]] | None:
    """The same for a function of autograd's compiler; None as long as the part that gives gradients is not compiled."""
    _check_metadata(function.metadata, assumed.inputs)
    forward = _only(_modules(function.compiled_fw))
    if not (backward := [module for module in _modules(function) if module is not forward]):
        return None
    return _entry(function.metadata, assumed, [forward, _only(backward)], gradients.describe(function))


def _entry(
    known: Any, assumed: Assumed, modules: list[Any], around: dict[str, Any] | None
) -> tuple[dict[str, Any], dict[str, bytes]]:
    libraries: dict[str, bytes] = {}
    programs = []
    for module in modules:
        _check_module(module)
        program = _Program(module.current_callable, module.source_code)
        libraries |= program.libraries
        programs.append(
            {
                "function": program.function,
                "source": program.source,
                "globals": program.globals,
                "chains": program.chains,
            }
        )
    entry = {
        "programs": programs,
        "gradients": around,
        "guards": assumed.guards,
        "writes": assumed.writes,
        "written": list(known.mutated_graph_handled_indices_seen_by_autograd),
        "marks": _marks(known),
        "autocast": assumed.autocast,
    }
    return entry, libraries


def function_with_gradients(call: Any) -> Any:
    """The function of autograd's that a backend's result calls; None if there is none."""
    return next((value for value in _reached(call) if isinstance(value, type) and hasattr(value, "compiled_fw")), None)


def _modules(value: Any) -> list[Any]:
    """The objects that hold inductor's modules, found in closures."""
    return [found for found in _reached(value) if type(found).__name__ == "CompiledFxGraph"]


def _only(modules: list[Any]) -> Any:
    if len(modules) != 1:
        raise NotKept(f"there are {len(modules)} modules of inductor's in what the backend gave")
    return modules[0]


def _reached(value: Any) -> Iterator[Any]:
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        yield value
        if isinstance(value, types.FunctionType):
            waiting += [cell.cell_contents for cell in value.__closure__ or () if _is_filled(cell)]
            waiting += vars(value).values()
        elif isinstance(value, functools.partial):
            waiting += [value.func, *value.args, *value.keywords.values()]
        elif isinstance(value, types.MethodType):
            waiting += [value.__self__, value.__func__]
        elif isinstance(value, types.BuiltinMethodType):
            waiting.append(value.__self__)
        elif isinstance(value, staticmethod):
            waiting.append(value.__func__)
        elif type(value).__module__.startswith("torch._functorch"):
            waiting += vars(value).values() if hasattr(value, "__dict__") else ()
        elif isinstance(value, type) and value.__module__.startswith("torch._functorch"):
            waiting += vars(value).values()


def _is_filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True


def _check_metadata(known: Any, inputs: int) -> None:
    """Raises `NotKept` if AOTAutograd does something before or after `call`."""
    if len(known.input_info) != inputs:
        raise NotKept("autograd's compiler changed the inputs")
    if known.mutated_inp_runtime_indices or known.num_intermediate_bases or known.tokens:
        raise NotKept("inputs are written, or results share memory")
    if known.is_rng_op_functionalized or known.grad_enabled_mutation is not None:
        raise NotKept("something is set after the graph has run")
    for output in known.output_info:
        if output.output_type.name not in ("non_alias", "unsafe_view_alias", "custom_function_view"):
            raise NotKept(f"a result is {output.output_type.name.replace('_', ' ')}")
        if not issubclass(output.raw_type, (torch.Tensor, torch.SymInt, int, float, type(None))):
            raise NotKept(f"a result is of {output.raw_type.__name__}")


# What autograd's compiler writes onto a result: which of its sizes another graph should take for symbols. By the function
# that does it in one release or another.
_MARKS = {
    "mark_dynamo_propagated_dynamic_indices": "_dynamo_propagated_dynamic_indices",
    "maybe_mark_dynamic_helper": "_dynamo_weak_dynamic_indices",
}


def _marks(known: Any) -> list[tuple[int, str, list[int]]]:
    """The marks that results get: a result's place, the attribute, the dimensions."""
    if not known.dynamic_outputs:
        return []
    from torch._functorch._aot_autograd import runtime_wrappers

    mark = next((mark for function, mark in _MARKS.items() if hasattr(runtime_wrappers, function)), None)
    if mark is None:
        raise NotKept("this torch marks dynamic results in a way of its own")
    marked = enumerate(output.dynamic_dims for output in known.output_info)
    return [(place, mark, sorted(dimensions)) for place, dimensions in marked if dimensions is not None]


def _check_module(module: Any) -> None:
    """Raises `NotKept` if the result needs more than the module."""
    if set(module.device_types) - {"cpu"}:
        raise NotKept("a kernel runs on another device")
    for name in ("constants", "frozen_param_names", "torchbind_constants", "opaque_value_type_classes", "inputs_to_check"):
        if getattr(module, name, None):
            raise NotKept(f"inductor's module has {name.replace('_', ' ')}")
    for name in ("partition_maps", "_wrap_compiled_regions"):
        if getattr(module, name, None):
            raise NotKept(f"inductor's module has {name.strip('_').replace('_', ' ')}")
    bundle = getattr(module, "_triton_bundle", None)
    if bundle is not None and any(vars(bundle).values()):
        raise NotKept("inductor's module has kernels of Triton's")


# Functions of inductor's that are the same as these, where loading inductor for them would cost a second.
_LIKE_INDUCTORS = {"torch._inductor.runtime.runtime_utils.assert_tensor_metadata": "alternator.store.load.check_form"}


class _Program:
    """The definitions that a function of inductor's module needs, and what their global names stand for."""

    def __init__(self, function: Any, source: str) -> None:
        owner = getattr(function, "__self__", None)
        plain = getattr(function, "__func__", function)
        self._module = plain.__globals__
        self._tree = ast.parse(source)
        definitions = [node for node in self._tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
        # These modules are long: each definition is gone through once.
        self._read = {node.name: frozenset(_chains(node)) for node in definitions}
        self._paths = dict(self._imported())
        self.function = [type(owner).__name__, plain.__name__] if owner is not None else [plain.__name__]
        if owner is not None and getattr(owner, "partitions", None):
            raise NotKept("inductor's module has partitions")
        self.libraries: dict[str, bytes] = {}
        self.globals: dict[str, Any] = {}
        self.chains: list[str] = []
        kept: set[str] = set()
        wanted = [self.function[0]]
        while wanted:
            name = wanted.pop()
            if name in kept or name in self.globals:
                continue
            if (chains := self._read.get(name)) is not None:
                kept.add(name)
                self.chains += [c for c in chains if "." in c and c.partition(".")[0] in self._module]
                wanted += {chain.partition(".")[0] for chain in chains} & self._module.keys()
            else:
                self.globals[name] = self._stands_for(name)
        self.chains = sorted({c for c in self.chains if c.partition(".")[0] in self.globals})
        lines = source.split("\n")
        self.source = "\n".join("\n".join(lines[node.lineno - 1 : node.end_lineno]) for node in definitions if node.name in kept)

    def _imported(self) -> Iterator[tuple[str, str]]:
        """By name, the paths that the module's imports and assignments give it."""
        for node in self._tree.body:
            match node:
                case ast.Import(names=names):
                    yield from ((alias.asname or alias.name, alias.name) for alias in names)
                case ast.ImportFrom(module=module, names=names):
                    yield from ((alias.asname or alias.name, f"{module}.{alias.name}") for alias in names)
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Attribute() as value):
                    yield name, ast.unparse(value)

    def _stands_for(self, name: str) -> list[Any]:
        value = self._module[name]
        if value is None or type(value) in (bool, int, float, str):
            return ["constant", value]
        if isinstance(value, types.BuiltinFunctionType) and (library := _library(value)):
            content = library.read_bytes()
            digest = hashlib.sha256(content).hexdigest()
            self.libraries[digest] = content
            return ["kernel", digest, value.__name__]
        path = self._paths.get(name)
        if path in _LIKE_INDUCTORS:
            return ["path", _LIKE_INDUCTORS[path]]
        if path is not None and at_path(path) is value and not path.startswith("torch._inductor"):
            return ["path", path]
        if path is not None and isinstance(value, types.FunctionType) and at_path(path) is value:
            return ["path", path]
        return ["namespace", {member: self._member(value, member) for member in self._members(name)}]

    def _members(self, name: str) -> set[str]:
        """The attributes of a global name that the module reads."""
        prefix = f"{name}."
        return {chain.split(".")[1] for chains in self._read.values() for chain in chains if chain.startswith(prefix)}

    def _member(self, value: Any, member: str) -> list[Any]:
        found = getattr(value, member, None)
        if isinstance(found, (torch._ops.OpOverload, torch._ops.OpOverloadPacket)):
            return ["path", f"torch.ops.{found}"]
        path = path_of(found)
        if path is None:
            raise NotKept(f"nobody knows what {member} of inductor's is")
        return ["path", path]


def _chains(node: ast.AST) -> Iterator[str]:
    """The dotted names that a definition reads."""
    inside = set()
    for child in ast.walk(node):
        names = []
        value = child
        while isinstance(value, ast.Attribute):
            inside.add(value.value)
            names.append(value.attr)
            value = value.value
        if isinstance(value, ast.Name) and isinstance(value.ctx, ast.Load) and child not in inside:
            yield ".".join([value.id, *reversed(names)])


def _library(function: Any) -> Path | None:
    """The file of a kernel, where the function is one."""
    file = getattr(function.__self__, "__file__", None)
    return Path(file) if file and file.endswith(".so") and file.startswith(_inductors_folder()) else None


def _inductors_folder() -> str:
    from torch._inductor.runtime.cache_dir_utils import cache_dir

    return cache_dir()
