"""Makes functions of entries that `alternator.store.describe` wrote."""

from __future__ import annotations

import functools
import importlib.machinery
import importlib.util
import os
import pkgutil
import types
from collections.abc import Callable
from typing import Any

import torch

from alternator.backend.output import CompiledGraph
from alternator.store import folder, gradients


def load(entry: dict[str, Any]) -> CompiledGraph:
    """The function of an entry. Raises `folder.Missing` if something that it names does not exist."""
    run, *differentiate = map(_function, entry["programs"])
    if entry["gradients"] is not None:
        run = gradients.function(run, *differentiate, entry["gradients"], entry["autocast"])
    guards = [tuple(_tuples(part) for part in guard) for guard in entry["guards"]]
    return CompiledGraph(_caller(run, entry), guards, entry["writes"])


def _function(program: dict[str, Any]) -> Callable[[list[Any]], Any]:
    """A function of inductor's, which takes the list of its arguments."""
    names: dict[str, Any] = {name: _find(*described) for name, described in program["globals"].items()}
    for chain in program["chains"]:
        first, *rest = chain.split(".")
        value = names[first]
        for attribute in rest:
            value = getattr(value, attribute, None)
        if value is None:
            raise folder.Missing(f"there is no {chain} now")
    exec(compile(program["source"], "<inductor's module from the store>", "exec"), names)
    first, *rest = program["function"]
    return getattr(names[first](partitions=[]), rest[0]) if rest else names[first]


def _tuples(value: Any) -> Any:
    """An expression of a guard as it was before it was JSON."""
    if isinstance(value, list) and value and isinstance(value[0], str):
        return tuple(map(_tuples, value))
    return value


def _caller(function: Callable[[list[Any]], Any], entry: dict[str, Any]) -> Callable[..., Any]:
    """AOTAutograd's wrapper around the function that runs a graph."""
    written, marks = entry["written"], entry["marks"]

    def call(*inputs: Any) -> Any:
        if written:
            torch.autograd.graph.increment_version([inputs[i] for i in written])
        gradients = torch.is_grad_enabled()
        if gradients:
            torch._C._set_grad_enabled(False)
        try:
            results = function(list(inputs))
        finally:
            if gradients:
                torch._C._set_grad_enabled(True)
        for place, mark, dimensions in marks:
            setattr(results[place], mark, getattr(results[place], mark, set()).union(dimensions))
        return results

    def call_without_autocast(*inputs: Any) -> Any:
        # What autocast does is in the kernels.
        with torch._C._DisableAutocast():
            return call(*inputs)

    return call_without_autocast if entry["autocast"] else call


def _find(kind: str, value: Any, *rest: Any) -> Any:
    match kind:
        case "constant":
            return value
        case "kernel":
            return _load_kernel(value, rest[0])
        case "path":
            try:
                return pkgutil.resolve_name(value)
            except (ImportError, AttributeError) as error:
                raise folder.Missing(str(error)) from None
        case "namespace":
            return types.SimpleNamespace(**{name: _find(*described) for name, described in value.items()})
    raise folder.Missing(f"the entry speaks of a {kind}")


@functools.cache
def _load_kernel(digest: str, name: str) -> Any:
    path = folder.library(digest)
    # By this a kernel finds the memory of a tensor. It is read when the library is loaded.
    variable = "_TORCHINDUCTOR_PYOBJECT_TENSOR_DATA_PTR"
    before = os.environ.get(variable)
    os.environ[variable] = str(torch._C._dynamo.guards._torchinductor_pyobject_tensor_data_ptr)
    try:
        specification = importlib.util.spec_from_file_location(f"{digest}.{name}", path)
        if specification is None or not isinstance(specification.loader, importlib.machinery.ExtensionFileLoader):
            raise folder.Missing(f"{path} is no library")
        module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(module)
        return getattr(module, name)
    except ImportError as error:
        raise folder.Missing(str(error)) from None
    finally:
        if before is None:
            del os.environ[variable]
        else:
            os.environ[variable] = before


def check_form(tensor: Any, size: Any, stride: Any, dtype: torch.dtype, operator: str | None = None) -> None:
    """Raises if an operator's result has another dtype or layout than its fake."""
    if tensor is None:
        return
    if tensor.dtype != dtype:
        told = f" from {operator}" if operator else ""
        raise RuntimeError(f"expected dtype {dtype}, got {tensor.dtype}{told}: its fake (meta) kernel says something else")
    torch._C._dynamo.guards.assert_size_stride(tensor, size, stride, operator)
