"""Guard filters: `options={"guard_filter_fn": f}`.

A filter takes a list of entries and returns a list of bool: whether to keep each guard. torch.compiler's own filters
work too, because entries have their fields. """

from __future__ import annotations

import re
import types
from dataclasses import dataclass
from typing import Any

from torch._guards import GuardSource

from alternator.errors import calling_program


@dataclass(frozen=True)
class Guard:
    """One guard, by the fields and methods that torch's have: what `explain` and `guard_export_fn` give."""

    name: str
    """The source in text, such as `L['x']`; empty for what is torch's or the process's."""
    source: GuardSource
    kind: str
    guard_types: tuple[str, ...]
    code_list: tuple[str, ...]

    @property
    def originating_source(self) -> Guard:
        return self

    def create_fn_name(self) -> str:
        return self.kind

    def is_local(self) -> bool:
        return self.source.is_local()

    def is_specialized_nn_module(self) -> bool:
        return self.source.is_specialized_nn_module()

    def is_fsdp_module(self) -> bool:
        return self.source.is_fsdp_module()

    def __str__(self) -> str:
        return "; ".join(self.code_list)


@dataclass(frozen=True)
class GuardEntry:
    """One guard, as a filter sees it. Made by the engine."""

    name: str
    """The source in text, without `L['…']` around a local: `self.norm.eps`."""
    has_value: bool
    value: Any
    """What was there while tracing, if it was an object."""
    guard_type: str
    """torch's name for such a guard, where it has one; the engine's is among the derived types if there is none."""
    derived_guard_types: tuple[str, ...]
    is_global: bool
    orig_guard: Guard
    code_parts: tuple[str, ...] = ()


def skip_guard_on_inbuilt_nn_modules_unsafe(entries: list[Any]) -> list[bool]:
    """Trusts that attributes of torch.nn's own modules never change."""
    return [not entry.orig_guard.source.is_unspecialized_builtin_nn_module() for entry in entries]


def skip_guard_on_all_nn_modules_unsafe(entries: list[Any]) -> list[bool]:
    """Trusts that attributes of no module change."""
    return [not entry.orig_guard.source.is_unspecialized_nn_module() for entry in entries]


def exporting(keep: Any, export: Any) -> Any:
    """A filter that passes all guards on to `export`, and decides as `keep` does."""

    def pass_on(entries: list[GuardEntry]) -> Any:
        export([entry.orig_guard for entry in entries])
        return [True] * len(entries) if keep is None else keep(entries)

    return pass_on


def ask(keep: Any, guards: list[tuple[str, Any, str, bool, str, list[type]]]) -> list[bool]:
    """Calls a filter; called by the engine."""
    entries = [_entry(*guard) for guard in guards]
    with calling_program():
        answers = [bool(answer) for answer in keep(entries)]
    if len(answers) != len(entries):
        raise ValueError(f"the guard filter gave {len(answers)} answers about {len(entries)} guards")
    return answers


def _entry(source: str, value: Any, rule: str, is_global: bool, code: str, classes: list[type]) -> GuardEntry:
    kind, derived = _torch_type(rule, value)
    source = "" if source == "GLOBAL" else source
    guard = Guard(source, _guard_source(is_global or not source, _module_of(classes)), kind, (derived,), (code,))
    has_value = value is not None or kind == "CONSTANT_MATCH"
    return GuardEntry(_name(source), has_value, value, kind, (derived,), is_global, guard, (code,))


# By the engine's guard and the class of the value, torch's guard and the check that it makes; a class counts for its subclasses.
_TORCH_TYPES: dict[str, list[tuple[type, str, str]]] = {
    "ID_MATCH": [
        (type(None), "CONSTANT_MATCH", "NONE_MATCH"),
        (bool, "CONSTANT_MATCH", "BOOL_MATCH"),
        (types.ModuleType, "MODULE_MATCH", "ID_MATCH"),
        (types.BuiltinFunctionType, "BUILTIN_MATCH", "ID_MATCH"),
        (type, "CLASS_MATCH", "ID_MATCH"),
    ],
    "CONSTANT_MATCH": [(object, "CONSTANT_MATCH", "EQUALS_MATCH")],
    "EQUALS_MATCH": [(object, "CONSTANT_MATCH", "EQUALS_MATCH")],
    "DICT_KEYS": [(object, "DICT_KEYS_MATCH", "DICT_KEYS_MATCH")],
    "ORDERED_KEYS": [(object, "DICT_KEYS_MATCH", "DICT_KEYS_MATCH")],
    "NOT_IN_INSTANCE_DICT": [(object, "NOT_PRESENT_IN_GENERIC_DICT", "NOT_PRESENT_IN_GENERIC_DICT")],
}


def _torch_type(rule: str, value: Any) -> tuple[str, str]:
    """torch's names for a guard, or the engine's."""
    known = _TORCH_TYPES.get(rule, ())
    return next(((kind, derived) for cls, kind, derived in known if issubclass(type(value), cls)), (rule, rule))


def _guard_source(is_global: bool, module: str | None) -> GuardSource:
    kind = {"inbuilt": "_UNSPECIALIZED_BUILTIN_NN_MODULE", "own": "_UNSPECIALIZED_NN_MODULE", None: ""}[module]
    return GuardSource[("GLOBAL" if is_global else "LOCAL") + kind]


def _name(source: str) -> str:
    """The source of a guard as torch's filters know it."""
    return re.sub(r"\bL\['(\w+)'\]", r"\1", source)


def _module_of(classes: list[type]) -> str | None:
    """The kind of module that an object belongs to, by the classes on the way to it, nearest first."""
    from torch.nn import Module

    for cls in classes:
        if issubclass(cls, Module):
            return "inbuilt" if cls.__module__.startswith(("torch.nn.", "torch.ao.")) else "own"
    return None
