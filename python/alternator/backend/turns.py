"""One thread at a time: torch's compilers, tracers and fake tensors keep in globals what they are at, and import each other's
modules in circles."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_turn = threading.RLock()


def in_turn(function: F) -> F:
    """Keeps other threads out of all such functions for the length of a call."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        with _turn:
            return function(*args, **kwargs)

    return call  # type: ignore[return-value]


def _in_child() -> None:
    """Who had the turn does not exist in a forked process."""
    global _turn
    _turn = threading.RLock()


os.register_at_fork(after_in_child=_in_child)
