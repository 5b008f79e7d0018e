"""Saves the state that a graph may change, and restores it before the frame runs as written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from alternator import _engine
from alternator.runtime import draws


def saver(tensors: int, places: list[int] | None, copies: int, devices: list[str]) -> Callable[..., Any]:
    """What compiled code calls, before it does anything else, to save the state that its graph may change.

    - tensors: how many of its arguments are tensors that the graph writes into; or, if `places` are given, one
      argument is a tuple with the tensors at these places. Further arguments are random number generators of Python's and NumPy's;
    - copies: how many of the tensors are copied, the first ones; the rest are watched alone;
    - devices: those whose random number generators the graph draws from.

    It gives an object whose `put_back()` tells whether the state is as it was.
    """
    devices = [device for device in devices if device != "meta"]  # where nothing is drawn
    if not copies and not devices and places is None:
        return lambda *parts: _Watched(parts[:tensors], parts[tensors:], ())

    def save(*parts: Any) -> Any:
        if places is not None:
            written, generators = [parts[0][place] for place in places], parts[1:]
        else:
            written, generators = parts[:tensors], parts[tensors:]
        if not copies:
            return _Watched(written, generators, devices)
        with torch._C.DisableTorchFunction():  # the program is to see nothing of it
            return _Copied(written, generators, devices, copies)

    return save


# What is copied at most of a tensor that shares memory with one that has to be, in bytes.
_MOST_SHARED = 64 << 20


class _Watched:
    """The versions of the tensors and the states of the generators."""

    __slots__ = ("numbers", "python", "tensors", "versions")

    def __init__(self, tensors: Sequence[torch.Tensor], generators: Sequence[Any], devices: Sequence[str]) -> None:
        self.tensors = tensors
        self.versions = _engine.versions(tensors)
        self.python = [(generator, draws.state_of(generator)) for generator in generators]
        self.numbers = [(generator, generator.get_state()) for generator in map(_generator, devices)]

    def put_back(self) -> bool:
        if self.versions is None or _engine.versions(self.tensors) != self.versions:
            return False
        self._put_numbers_back()
        return True

    def _put_numbers_back(self) -> None:
        for generator, state in self.python:
            draws.put_back(generator, state)
        for generator, state in self.numbers:
            generator.set_state(state)


class _Copied(_Watched):
    """The same, with copies of the first tensors."""

    __slots__ = ("before", "copies")

    def __init__(
        self, tensors: Sequence[Any], generators: Sequence[Any], devices: Sequence[str], copies: int
    ) -> None:
        tensors = [_tensor(tensor) for tensor in tensors]
        copied, watched = tensors[:copies], tensors[copies:]
        if watched:
            # Tensors that share memory have one version: where one is written into, it does not tell of the others.
            memories = {tensor.untyped_storage()._cdata for tensor in copied}
            shares = [tensor.untyped_storage()._cdata in memories and tensor.nbytes <= _MOST_SHARED for tensor in watched]
            copied += [tensor for tensor, shared in zip(watched, shares, strict=True) if shared]
            watched = [tensor for tensor, shared in zip(watched, shares, strict=True) if not shared]
        super().__init__(watched, generators, devices)
        self.copies = [_Copy(tensor) for tensor in copied]
        self.before = _engine.versions(copied)

    def put_back(self) -> bool:
        with torch._C.DisableTorchFunction():
            return self._put_back()

    def _put_back(self) -> bool:
        if not all(copy.can_be_put_back() for copy in self.copies) or not super().put_back():
            return False
        for copy in self.copies:
            copy.put_back()
        if self.before is not None:
            torch._C._autograd._unsafe_set_version_counter(tuple(copy.tensor for copy in self.copies), tuple(self.before))
        return True


class _Copy:
    """A copy of a tensor: its data, memory, sizes, strides, and autograd state."""

    __slots__ = ("content", "grad_fn", "layout", "memory", "requires_grad", "tensor")

    def __init__(self, tensor: torch.Tensor) -> None:
        self.tensor = tensor
        if tensor.grad_fn is None:
            with torch._C._AutoDispatchBelowAutograd():
                self.content = tensor.clone()
        else:
            # It has a history, which its copy continues.
            with torch.enable_grad():
                self.content = tensor.clone()
        self.memory = tensor.data
        self.layout = tensor.storage_offset(), tensor.size(), tensor.stride()
        self.requires_grad = tensor.requires_grad
        self.grad_fn = tensor.grad_fn

    def can_be_put_back(self) -> bool:
        tensor = self.tensor
        if tensor.grad_fn is self.grad_fn and tensor.requires_grad == self.requires_grad:
            return True
        return self.grad_fn is not None or not (self.requires_grad or tensor._is_view())

    def put_back(self) -> None:
        tensor = self.tensor
        changed = tensor.grad_fn is not self.grad_fn
        with torch.no_grad():
            if changed and self.grad_fn is None:
                tensor.detach_()
            if tensor.untyped_storage()._cdata != self.memory.untyped_storage()._cdata:
                tensor.data = self.memory
            if (tensor.storage_offset(), tensor.size(), tensor.stride()) != self.layout:
                tensor.set_(tensor.untyped_storage(), *self.layout)
            _each_place(tensor.detach()).copy_(_each_place(self.content, tensor.stride()))
        if changed and self.grad_fn is not None:
            with torch.enable_grad():
                tensor.copy_(self.content)


def _each_place(tensor: torch.Tensor, strides: Sequence[int] | None = None) -> torch.Tensor:
    """The tensor without what an expanded one, or one that is a copy of one, has again: torch writes into no place twice."""
    for dimension, stride in enumerate(tensor.stride() if strides is None else strides):
        if stride == 0:
            tensor = tensor.narrow(dimension, 0, min(tensor.size(dimension), 1))
    return tensor


def _tensor(value: Any) -> torch.Tensor:
    """The tensor that a graph is given for a NumPy array shares its memory."""
    if isinstance(value, torch.Tensor):
        return value
    from alternator.runtime.arrays import tensor_of

    return tensor_of(value)


def _generator(device: str) -> torch.Generator:
    kind, _, index = device.partition(":")
    if kind == "cpu":
        return torch.default_generator
    torch.get_device_module(kind).init()
    generators = torch.get_device_module(kind).default_generators
    return generators[int(index) if index else torch.get_device_module(kind).current_device()]
