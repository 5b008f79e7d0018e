"""Calls of torch's compilers, tracers and fake tensors: one thread at a time, since they keep their state in globals and have
circular imports; and with the dispatcher as it was where one ends by an exception, which may have come at any place."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from alternator.runtime import dispatch

F = TypeVar("F", bound=Callable[..., Any])

_turn = threading.RLock()


def in_turn(function: F) -> F:
    """A decorator: only one thread at a time runs any of these functions."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        with _turn:
            before = dispatch.read()
            try:
                return function(*args, **kwargs)
            except BaseException as error:
                dispatch.put_back(before, error)
                raise

    return call  # type: ignore[return-value]


# How long a fork waits for another thread's turn, in seconds.
_PATIENCE = 60.0
_fork = threading.local()


def _before_fork() -> None:
    """Waits for the thread whose turn it is: what it has half imported, no forked process could ever import."""
    _fork.has_turn = _turn.acquire(timeout=_PATIENCE)


def _in_parent() -> None:
    if _fork.has_turn:
        _turn.release()


def _in_child() -> None:
    """Makes a new lock: of the old one's holder the process knows nothing."""
    global _turn
    _turn = threading.RLock()


os.register_at_fork(before=_before_fork, after_in_parent=_in_parent, after_in_child=_in_child)
