"""One thread at a time: torch's compilers, tracers and fake tensors keep their state in globals, and have circular
imports."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_turn = threading.RLock()


def in_turn(function: F) -> F:
    """A decorator: only one thread at a time runs any of these functions."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        with _turn:
            return function(*args, **kwargs)

    return call  # type: ignore[return-value]


def _in_child() -> None:
    """Resets the lock in a forked process, in which its holder does not exist."""
    global _turn
    _turn = threading.RLock()


os.register_at_fork(after_in_child=_in_child)
