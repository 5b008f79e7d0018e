"""What traced code knows of `__torch_function__`: the engine answers for these functions (rules/torch/overrides.rule)."""

from __future__ import annotations


def modes():
    """The torch-function modes that are on: the innermost and, before it, the others; or `()`. Default devices that were
    there when the trace began are not told."""
    raise NotImplementedError("known to the engine alone")


def modes_at_entry():
    """The same when the trace began."""
    raise NotImplementedError("known to the engine alone")


def set_modes(modes):
    raise NotImplementedError("known to the engine alone")


def modes_before():
    """How many default devices were there when the trace began, which are modes below all others."""
    raise NotImplementedError("known to the engine alone")


def state():
    """0 where everybody may override torch's functions, 1 where modes alone may, 2 where nobody may."""
    raise NotImplementedError("known to the engine alone")


def set_state(state):
    raise NotImplementedError("known to the engine alone")


def overrides(value):
    """Whether the value's class has a `__torch_function__` of its own."""
    raise NotImplementedError("known to the engine alone")
