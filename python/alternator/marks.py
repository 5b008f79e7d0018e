"""Marks on tensors and functions, kept in the attributes where torch keeps them.

Either front end honours the other's marks. torch._dynamo's own functions are not called:
importing them takes longer than `import torch` does.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import torch

from alternator import errors

F = TypeVar("F", bound=Callable[..., Any])


class DimRange(NamedTuple):
    """The sizes declared for a dimension; None is no bound."""

    dim: int
    min: int | None
    max: int | None


def mark_dynamic(
    tensor: Any,
    index: int | Sequence[int],
    *,
    hint_override: int | None = None,
    min: int | None = None,
    max: int | None = None,
    specialize_on: list[Any] | None = None,
) -> None:
    """Makes a dimension symbolic at the next compilation; specialising it is an error."""
    for t, dim in _each(tensor, index):
        _set(t, "_dynamo_dynamic_indices").add(dim)
        if dim in getattr(t, "_dynamo_weak_dynamic_indices", ()):
            t._dynamo_weak_dynamic_indices = t._dynamo_weak_dynamic_indices - {dim}
        overrides, special = _dict(t, "_dynamo_hint_overrides"), _dict(t, "_specialize_on")
        if hint_override:
            overrides[dim] = hint_override
        special[dim] = specialize_on or []
        _set_range(t, dim, min, max)


def maybe_mark_dynamic(
    tensor: Any, index: int | Sequence[int], *, min: int | None = None, max: int | None = None
) -> None:
    """Makes a dimension symbolic at the next compilation, unless the program specialises it."""
    for t, dim in _each(tensor, index):
        if dim in getattr(t, "_dynamo_dynamic_indices", ()):
            continue  # the stronger mark stays
        _set(t, "_dynamo_weak_dynamic_indices").add(dim)
        _set_range(t, dim, min, max)


def mark_unbacked(
    tensor: Any,
    index: int | Sequence[int],
    hint_override: int | None = None,
    strict: bool = False,
    specialize_on: list[Any] | None = None,
    shape_id: str | None = None,
    min: int | None = None,
    max: int | None = None,
) -> None:
    """Makes a dimension an unbacked symbol: a branch on it is an error."""
    for t, dim in _each(tensor, index):
        if strict:
            _set(t, "_dynamo_strict_unbacked_indices").add(dim)
            t._has_dynamo_dim_marking = True
            continue
        overrides, special = _dict(t, "_dynamo_hint_overrides"), _dict(t, "_specialize_on")
        if hint_override:
            overrides[dim] = hint_override
        special[dim] = specialize_on or []
        if min is not None or max is not None:
            _dict(t, "_dynamo_unbacked_bounds")[dim] = (min, max)
        if shape_id is not None:
            _dict(t, "_dynamo_shape_ids")[dim] = shape_id
        _set(t, "_dynamo_unbacked_indices").add(dim)
        t._has_dynamo_dim_marking = True


def mark_static(tensor: Any, index: int | Sequence[int] | None = None) -> Any:
    """Keeps a dimension (all of them without `index`) as it is, even under `dynamic=True`.

    Given a class of modules instead, keeps the ints among their attributes constant.
    """
    if isinstance(tensor, type) and issubclass(tensor, torch.nn.Module):
        tensor._dynamo_marked_static = True  # type: ignore[attr-defined]
        return tensor
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(f"mark_static takes a tensor or a class of modules, not {type(tensor).__name__}")
    for t, dim in _each(tensor, range(tensor.dim()) if index is None else index):
        _set(t, "_dynamo_static_indices").add(dim)
        t._has_dynamo_dim_marking = True
    return None


class CallableIds:
    """Ids of marked callables, since many accept no attributes."""

    def __init__(self) -> None:
        self.function_ids: set[int] = set()


allowed = CallableIds()
substitutes: dict[int, Callable[..., Any]] = {}
"""What is traced in the place of a function, by its address."""


def allow_in_graph(fn: Any) -> Any:
    """Puts calls of a function into the graph as they are, without looking inside."""
    if isinstance(fn, (list, tuple)):
        return [allow_in_graph(f) for f in fn]
    if not callable(fn):
        raise errors.NotCallable(f"allow_in_graph expects a callable, not {type(fn).__name__}")
    if decorators := sys.modules.get("torch._dynamo.decorators"):
        decorators.allow_in_graph(fn)  # which takes back what disallow_in_graph said
    allowed.function_ids.add(id(fn))
    weakref.finalize(fn, allowed.function_ids.discard, id(fn))
    return fn


def assume_constant_result(fn: F) -> F:
    """Calls a function while tracing, and treats its result as a constant."""
    fn._dynamo_marked_constant = True  # type: ignore[attr-defined]
    return fn


def _each(tensor: Any, index: int | Sequence[int]):
    """Every pair of tensor and dimension to mark, inner tensors of wrappers included."""
    tensors = [tensor]
    if hasattr(type(tensor), "__tensor_flatten__"):
        names, _ = tensor.__tensor_flatten__()
        inner = (getattr(tensor, name) for name in names)
        tensors += [t for t in inner if isinstance(t, torch.Tensor) and t.dim() == tensor.dim()]
    dims = [index] if isinstance(index, int) else list(index)
    return [(t, dim) for t in tensors for dim in dims]


def _set(tensor: Any, name: str) -> set[int]:
    if not hasattr(tensor, name):
        setattr(tensor, name, set())
    return getattr(tensor, name)


def _dict(tensor: Any, name: str) -> dict[int, Any]:
    if not hasattr(tensor, name):
        setattr(tensor, name, {})
    return getattr(tensor, name)


def _set_range(tensor: Any, dim: int, min: int | None, max: int | None) -> None:
    """Declares a dimension's range. The set is a new one: a guard may hold the old."""
    tensor._has_dynamo_dim_marking = True
    ranges = {r for r in getattr(tensor, "_dynamo_dynamic_range", ()) if r.dim != dim}
    if min is not None or max is not None:
        ranges.add(DimRange(dim, min, max))
    if ranges:
        tensor._dynamo_dynamic_range = ranges
    elif hasattr(tensor, "_dynamo_dynamic_range"):
        del tensor._dynamo_dynamic_range
