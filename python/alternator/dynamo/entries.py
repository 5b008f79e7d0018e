"""Cache entries under the names that torch's have."""

from __future__ import annotations

import types
from typing import Any, NamedTuple

from torch._guards import CompileId

from alternator import _engine, context as contexts


class Guards:
    """The guards of an entry, as text."""

    def __init__(self, lines: list[str]) -> None:
        self.code_parts = lines

    @property
    def verbose_code_parts(self) -> list[str]:
        return self.code_parts

    def __str__(self) -> str:
        return "\n".join(self.code_parts)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"guards are one native program in Alternator, which has no {name!r}: str(…) lists them")


class CacheEntry(NamedTuple):
    """A compiled form of a code object."""

    guard_manager: Guards
    code: types.CodeType
    compile_id: CompileId
    backend: Any
    """The backend of the call that made it; None if nothing is left that was compiled with it."""

    @property
    def trace_annotation(self) -> str:
        return f"Torch-Compiled Region: {self.compile_id}"


def of_code(code: Any) -> list[CacheEntry]:
    """The entries of a function or code object, most recently used first."""
    made = []
    for (frame, attempt), context_id, new, lines in _engine.entries(getattr(code, "__code__", code)):
        context = contexts.find(context_id)
        compile_id = CompileId(frame_id=frame, frame_compile_id=attempt)
        made.append(CacheEntry(Guards(lines), new, compile_id, context.backend if context is not None else None))
    return made
