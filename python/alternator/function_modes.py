"""Torch-function modes of the program, which are not to see what the engine does for itself."""

from __future__ import annotations

import torch
from torch.utils._device import DeviceContext


class aside:  # noqa: N801 - used like a function
    """Takes the modes away, but for those that say where tensors are made, and puts them back in their order."""

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
