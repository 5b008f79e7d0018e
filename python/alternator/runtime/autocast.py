"""The state of torch.autocast as one value, of which the trace keeps its own copy.

A state is `(nesting, cache, (device, enabled, dtype), …)`. `nesting` counts the regions entered since the
trace began, negative for those left that were entered before it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import torch

State = tuple[Any, ...]

_DEVICES = ("cpu", "cuda", "xpu", "mps", "hpu", "mtia", "maia", "xla")
_devices: tuple[str, ...] | None = None


def read() -> State:
    """The thread's state."""
    global _devices
    if _devices is None:
        _devices = tuple(device for device in _DEVICES if torch._C._is_autocast_available(device))
    rows = ((device, torch.is_autocast_enabled(device), torch.get_autocast_dtype(device)) for device in _devices)
    return (0, torch.is_autocast_cache_enabled(), *rows)


def make_real(state: State) -> None:
    """Sets the thread's state to that at the end of a trace. Called by compiled code."""
    nesting = state[0]
    for _ in range(nesting):
        torch.autocast_increment_nesting()
    for _ in range(-nesting):
        if torch.autocast_decrement_nesting() == 0:
            torch.clear_autocast_cache()
    put(state)


@contextlib.contextmanager
def applied(state: State) -> Iterator[None]:
    """Runs operators on fakes as the traced program would at this point."""
    before = read()
    put(state)
    cache = torch.is_autocast_cache_enabled()
    # What is cast for one question is no answer to the next.
    torch.set_autocast_cache_enabled(False)
    try:
        yield
    finally:
        torch.set_autocast_cache_enabled(cache)
        put(before)


def put(state: State) -> None:
    """Sets everything but the nesting."""
    torch.set_autocast_cache_enabled(state[1])
    for device, enabled, dtype in state[2:]:
        if torch.is_autocast_enabled(device) != enabled:
            torch.set_autocast_enabled(device, enabled)
        if torch.get_autocast_dtype(device) != dtype:
            torch.set_autocast_dtype(device, dtype)


# What follows has rules, `rules/torch/autocast.rule`: traced code alone calls it.


def now() -> State:
    """The state as the trace has it."""
    return read()


def at_entry() -> State:
    """The state when the trace began."""
    return read()


def become(state: State, enabled: bool) -> None:
    """Changes the trace's state; whether autocast is on for any device then."""


def unknown(device_type: Any) -> None:
    """Autocast of a device that the state does not list."""


def opened(region: Any, *settings: Any) -> None:
    """Has the graph enter a region."""


def closed(region: Any) -> bool:
    """Has the graph leave a region; False if this graph has not entered it."""
    return False


def put_in_graph(device_type: str, enabled: bool, dtype: torch.dtype, cache: bool) -> None:
    """Has the graph set the state, outside of regions."""


def put_back(device_type: str, enabled: bool, dtype: torch.dtype, cache: bool) -> None:
    """Has the graph set the state at its end, if it set it before."""
