"""Tensors around other tensors: subclasses with a `__torch_dispatch__` that torch can take apart and make again."""

from __future__ import annotations

import copy
import sys
import types
from typing import Any

import torch
from torch.utils import _pytree as pytree
from torch.utils._python_dispatch import is_traceable_wrapper_subclass


class Flattening:
    """The result of `__tensor_flatten__`: the names of a wrapper's parts, and its context. A part that is no tensor
    (the mesh of a DTensor) is compared by identity."""

    def __init__(self, wrapper: Any) -> None:
        names, context = wrapper.__tensor_flatten__()
        self._all_names = list(names)
        self.names = list(parts(wrapper))
        self._opaque = opaque_parts(wrapper)
        own = getattr(type(wrapper), "__metadata_guard__", None)
        if own is None and any(isinstance(leaf, torch.Tensor) for leaf in pytree.tree_leaves(context)):
            raise NotImplementedError("a context with tensors in it and no __metadata_guard__")
        self._compare = own or _equal
        # The program may change what is in the context.
        self._context = copy.deepcopy(_without_sizes(context))

    def fits(self, wrapper: Any) -> bool:
        """Whether another wrapper of the class is flattened in the same way."""
        names, context = wrapper.__tensor_flatten__()
        if list(names) != self._all_names or any(getattr(wrapper, name) is not part for name, part in self._opaque.items()):
            return False
        return bool(self._compare(self._context, context))

    def __repr__(self) -> str:
        return f"{self._all_names}, {self._context!r}"


def _without_sizes(context: Any) -> Any:
    """A context with wildcards for what other guards compare: symbolic sizes, and the outer metadata of a DTensor."""
    specifications = sys.modules.get("torch.distributed.tensor._dtensor_spec")
    compared = (torch.SymInt, *([specifications.TensorMeta] if specifications else []))
    return pytree.tree_map_only(compared, lambda _: _Any(), context, is_leaf=lambda part: isinstance(part, compared))


class _Any:
    """Equal to everything."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True

    def __repr__(self) -> str:
        return "..."


def _equal(known: Any, found: Any) -> bool:
    return known == found


def parts(wrapper: Any) -> dict[str, torch.Tensor]:
    """The tensors in a wrapper, by name."""
    return {name: part for name, part in _all_parts(wrapper) if isinstance(part, torch.Tensor)}


def opaque_parts(wrapper: Any) -> dict[str, Any]:
    """The parts of a wrapper that are no tensors."""
    return {name: part for name, part in _all_parts(wrapper) if not isinstance(part, torch.Tensor)}


def _all_parts(wrapper: Any) -> list[tuple[str, Any]]:
    return [(name, getattr(wrapper, name)) for name in wrapper.__tensor_flatten__()[0]]


def plain_parts(tensor: torch.Tensor) -> list[torch.Tensor]:
    """A tensor and, recursively, the inner tensors of a wrapper."""
    if not is_traceable_wrapper_subclass(tensor):
        return [tensor]
    return [tensor, *(inner for part in parts(tensor).values() for inner in plain_parts(part))]


def attribute(wrapper: Any, name: str) -> tuple[str, Any]:
    """As `Inference.attribute`, of which this is the part that needs no session."""
    if name in wrapper.__dict__:
        value = wrapper.__dict__[name]
    elif isinstance(getattr(type(wrapper), name, None), types.MemberDescriptorType):
        value = getattr(wrapper, name)
    else:
        return "nothing", None
    if isinstance(value, torch.Tensor) and name in wrapper.__tensor_flatten__()[0]:
        return "part", None
    if isinstance(value, torch.SymInt) or isinstance(value, tuple) and any(isinstance(v, torch.SymInt) for v in value):
        return "sizes", value
    return "value", value


def is_nested(number: Any) -> bool:
    """Whether an int stands for the sizes of many tensors at once, that of the ragged dimension of a jagged one."""
    return isinstance(number, torch.SymInt) and (number.node.is_nested_int() or is_nested(number.node._hint))


def around(wrapper: torch.Tensor, parts: dict[str, torch.Tensor], sizes: tuple[Any, ...], strides: tuple[Any, ...]) -> Any:
    """A wrapper of the same class and context around other parts."""
    _, context = wrapper.__tensor_flatten__()
    if wrapper.layout is torch.jagged:
        # The tensor that says where its rows end knows the size by which all of its kind know each other.
        ragged = context["ragged_idx"]
        size = parts.get("_lengths", parts["_offsets"]).get_nested_int()
        sizes = (*sizes[:ragged], size, *sizes[ragged + 1 :])
    made = type(wrapper).__tensor_unflatten__({**parts, **opaque_parts(wrapper)}, context, sizes, strides)
    if wrapper.requires_grad and not made.requires_grad:
        made.requires_grad_()
    if isinstance(wrapper, torch.nn.Parameter):
        made._is_param = True
    return made
