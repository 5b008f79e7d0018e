"""Guards that may be left out: `options={"guard_filter_fn": f}`.

A filter is given a list of entries and answers a list of bool: keep this guard, or not.
torch.compiler's own filters work too, since an entry answers what they ask.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class GuardEntry:
    """One guard, as a filter sees it. Made by the engine."""

    name: str
    """The source in text: `L['self'].norm.eps`."""
    guard_type: str
    has_value: bool
    value: Any
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
