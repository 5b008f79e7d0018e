"""Guard filters: `options={"guard_filter_fn": f}`.

A filter takes a list of entries and returns a list of bool: whether to keep each guard. torch.compiler's own filters
work too, because entries have their fields. """

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class GuardEntry:
    """One guard, as a filter sees it. Made by the engine."""

    name: str
    """The source in text, without `L['…']` around a local: `self.norm.eps`. Empty for what is torch's or the process's."""
    guard_type: str
    has_value: bool
    value: Any
    """What was there while tracing, if it was an object."""
    is_global: bool
    in_module: str | None
    """`"inbuilt"` below an instance of a torch.nn class, `"own"` below another nn.Module's."""
    code_parts: tuple[str, ...] = ()
    derived_guard_types: tuple[str, ...] = ()

    @property
    def orig_guard(self) -> GuardEntry:
        return self

    @property
    def source(self) -> GuardEntry:
        return self

    def is_unspecialized_nn_module(self) -> bool:
        return self.in_module is not None

    def is_unspecialized_builtin_nn_module(self) -> bool:
        return self.in_module == "inbuilt"


def skip_guard_on_inbuilt_nn_modules_unsafe(entries: list[Any]) -> list[bool]:
    """Trusts that attributes of torch.nn's own modules never change."""
    return [not entry.orig_guard.source.is_unspecialized_builtin_nn_module() for entry in entries]


def skip_guard_on_all_nn_modules_unsafe(entries: list[Any]) -> list[bool]:
    """Trusts that attributes of no module change."""
    return [not entry.orig_guard.source.is_unspecialized_nn_module() for entry in entries]


def ask(keep: Any, guards: list[tuple[str, Any, str, bool, str, list[type]]]) -> list[bool]:
    """Calls a filter; called by the engine."""
    entries = [
        GuardEntry(_name(name), guard_type, value is not None, value, is_global, _module_of(classes), (code,), (guard_type,))
        for name, value, guard_type, is_global, code, classes in guards
    ]
    answers = [bool(answer) for answer in keep(entries)]
    if len(answers) != len(entries):
        raise ValueError(f"the guard filter gave {len(answers)} answers about {len(entries)} guards")
    return answers


def _name(source: str) -> str:
    """The source of a guard as torch's filters know it."""
    if source == "GLOBAL":
        return ""
    return re.sub(r"\bL\['(\w+)'\]", r"\1", source)


def _module_of(classes: list[type]) -> str | None:
    """The kind of module that an object belongs to, by the classes on the way to it, nearest first."""
    from torch.nn import Module

    for cls in classes:
        if issubclass(cls, Module):
            return "inbuilt" if cls.__module__.startswith(("torch.nn.", "torch.ao.")) else "own"
    return None
