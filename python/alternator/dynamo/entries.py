"""Cache entries under the names that torch's have."""

from __future__ import annotations

import types
from typing import Any, NamedTuple

from torch._guards import CompileId

from alternator import _engine, context as contexts


class CheckedGuards(NamedTuple):
    """What a check of an entry's guards found. The guards are one program, which tells of the first that fails."""

    result: bool
    verbose_code_parts: list[str]
    num_guards_executed: int


class Guards:
    """The guards of an entry: as text, and to be checked for the values of a frame's variables."""

    def __init__(self, lines: list[str], guards: Any = None, of: Any = None) -> None:
        self.code_parts = lines
        self._guards, self._of = guards, of

    def check(self, f_locals: dict[str, Any]) -> bool:
        """Whether the entry serves a frame with these locals."""
        return self._refusal(f_locals) is None

    def check_verbose(self, f_locals: dict[str, Any]) -> CheckedGuards:
        refusal = self._refusal(f_locals)
        return CheckedGuards(refusal is None, [] if refusal is None else [refusal], len(self.code_parts))

    def _refusal(self, f_locals: dict[str, Any]) -> str | None:
        code, function = (self._of, None) if isinstance(self._of, types.CodeType) else (self._of.__code__, self._of)
        values = [(f_locals[name],) if name in f_locals else None for name in code.co_varnames]
        return self._guards.refusal(values, function, getattr(function, "__globals__", None))

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
    for (frame, attempt), context_id, new, lines, guards in _engine.entries(getattr(code, "__code__", code)):
        context = contexts.find(context_id)
        compile_id = CompileId(frame_id=frame, frame_compile_id=attempt)
        made.append(CacheEntry(Guards(lines, guards, code), new, compile_id, context.backend if context is not None else None))
    return made
