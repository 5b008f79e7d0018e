"""Torch-function modes of the program, which must not see the engine's own calls."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import torch
from torch.utils._device import DeviceContext


class aside:  # noqa: N801 - used like a function
    """Disables all modes except default devices for the length of a `with` block."""

    __slots__ = ("_modes", "_kept")

    def __enter__(self) -> None:
        self._modes = _taken()
        self._kept = [mode for mode in self._modes if isinstance(mode, DeviceContext)]
        _put_back(self._kept)

    def __exit__(self, *_: object) -> None:
        if self._modes:
            _taken()
            _put_back(self._modes)


def default_device() -> torch.device:
    with aside():
        return torch.get_default_device()


def _taken() -> list[object]:
    """All modes, the innermost first."""
    return [torch._C._pop_torch_function_stack() for _ in range(torch._C._len_torch_function_stack())]


def _put_back(modes: list[object]) -> None:
    for mode in reversed(modes):
        torch._C._push_on_torch_function_stack(mode)


def none_entered() -> tuple[()]:
    """The modes that are on when a trace begins, but for default devices."""
    return ()


def enter(modes: tuple[Any, ...]) -> None:
    """Has these modes on, each told as those before it and itself, and default devices below them."""
    _put_back([mode for mode in _taken() if isinstance(mode, DeviceContext)])
    chain = []
    while modes:
        modes, mode = modes
        chain.append(mode)
    _put_back(chain)


def read_state() -> int:
    """Who may override torch's functions: 0 everybody, 1 modes alone, 2 nobody."""
    return int(torch._C._get_torch_function_state())


def set_state(state: int) -> None:
    torch._C._set_torch_function_state(torch._C._TorchFunctionState(state))


def overridable() -> list[Any]:
    """The functions about which torch asks `__torch_function__`."""
    from torch.utils._device import _device_constructors

    # A list, because some are equal that are not the same.
    functions = [f for listed in torch.overrides.get_overridable_functions().values() for f in listed if f is not torch.Tensor.__hash__]
    # The methods of operators are other objects than the functions that torch tells of; of `new_ones` and its kin it
    # tells, but does not list them.
    own = [*vars(torch._C.TensorBase).items(), *vars(torch.Tensor).items()]
    kinds = (types.MethodDescriptorType, types.FunctionType)
    silent = ("__hash__", "__getstate__")  # these ask nobody
    named = [(name, method) for name, method in own if name.startswith(("__", "new")) and name not in silent]
    operators = [method for _, method in named if isinstance(method, kinds)]
    # Nor does it tell of functions of its own that are called with tensors of any class all the same; some that it counts
    # among these ask.
    ignored = {id(function) for function in torch.overrides.get_ignored_functions()}
    ignored -= {id(getattr(torch.Tensor, name)) for name in ("stride", "to_padded_tensor", "unflatten")}
    ignored.discard(id(torch._C._nested.nested_to_padded_tensor))
    every = [getattr(torch._C._VariableFunctions, name) for name in dir(torch._C._VariableFunctions) if name[:2] != "__"]
    every += [getattr(torch._C._nested, name) for name in dir(torch._C._nested) if name[:2] != "__"]
    every += [method for name, method in own if not name.startswith("__") and isinstance(method, kinds)]
    private = [function for function in every if id(function) not in ignored]
    return [*functions, *operators, *private, *_device_constructors(), torch._C._set_grad_enabled]


# Of the functions that make tensors these take numbers and data, from whatever there is; the rest take sizes.
_FROM_DATA = ("tensor", "as_tensor", "asarray", "scalar_tensor", "full", "arange", "range", "eye", "randint", "randperm")


def for_modes_alone() -> list[Any]:
    """The functions of which torch tells modes, and not the classes of their arguments."""
    return [getattr(torch, name) for name in _FROM_DATA]


def without_modes(call: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps a graph whose operators already are what the modes around it make of the program's."""

    def called(*inputs: Any) -> Any:
        with aside():
            return call(*inputs)

    return called


def without_subclasses(call: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps a graph whose operators and methods already include the overrides of tensor subclasses, so that they are
    not called again."""

    # The same for every call: an entry is for inputs of the same classes.
    places: list[int] | None = None

    def called(*inputs: Any) -> Any:
        nonlocal places
        if places is None:
            places = [place for place, value in enumerate(inputs) if _replaces_methods(type(value))]
        with torch._C.DisableTorchFunctionSubclass():
            if not places:
                return call(*inputs)
            plain = list(inputs)
            for place in places:
                plain[place] = torch.Tensor.as_subclass(inputs[place], torch.Tensor)
            results = call(*plain)
            own = {id(plain[place]): inputs[place] for place in places}
            return tuple(own.get(id(result), result) for result in results)

    return called


def _replaces_methods(kind: type) -> bool:
    """Whether a tensor subclass overrides methods of torch.Tensor."""
    if not issubclass(kind, torch.Tensor) or kind.__torch_dispatch__ is not torch.Tensor.__torch_dispatch__:
        return False
    bases = kind.__mro__[: kind.__mro__.index(torch.Tensor)]
    return any(name in _METHODS for base in bases if base is not torch.nn.Parameter for name in vars(base))


# Every class has these of its own, or nothing in a graph comes by them.
_NO_METHODS = {*vars(type("", (), {"__slots__": ()})), "__init__", "__new__", "__torch_function__", "__repr__", "__dict__"}
_METHODS = set(dir(torch.Tensor)) - _NO_METHODS
