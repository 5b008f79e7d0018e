"""The thread's state of torch's dispatcher: its modes, and the keys that it includes and excludes.

An exception that comes between any two instructions, an interrupt say, can leave a fake mode on, or the keys of a fake
operator excluded: torch enters and leaves them in several steps. Whatever is computed after that would be wrong."""

from __future__ import annotations

import traceback
from typing import Any, NamedTuple

import torch
from torch.utils._python_dispatch import _len_torch_dispatch_stack, _pop_mode, _push_mode
from torch.utils._python_dispatch import _get_current_dispatch_mode_stack as _modes


class State(NamedTuple):
    included: torch._C.DispatchKeySet
    excluded: torch._C.DispatchKeySet
    modes: list[Any]
    """The modes, the innermost last."""


def read() -> State:
    included, excluded = torch._C._dispatch_tls_local_include_set(), torch._C._dispatch_tls_local_exclude_set()
    return State(included, excluded, _modes() if _len_torch_dispatch_stack() else [])


def put_back(state: State, error: BaseException) -> None:
    """Makes the state what it was before the call that ended by the exception."""
    if _is(state):
        return
    # A context manager that was entered, but not yet left by its `with`, would change the state when it dies.
    traceback.clear_frames(error.__traceback__)
    if _is(state):
        return
    for _ in _modes():
        _pop_mode()
    for mode in state.modes:
        _push_mode(mode)
    # Modes include keys themselves: the keys come last. A guard is the one way to set them all; what it would set at its
    # end is never wanted.
    guard = torch._C._ForceDispatchKeyGuard(state.included, state.excluded)
    guard.__enter__()
    _never_ended.append(guard)


def _is(state: State) -> bool:
    now = read()
    return (
        now.included.raw_repr() == state.included.raw_repr()
        and now.excluded.raw_repr() == state.excluded.raw_repr()
        and list(map(id, now.modes)) == list(map(id, state.modes))
    )


_never_ended: list[Any] = []
