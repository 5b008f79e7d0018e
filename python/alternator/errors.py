"""What Alternator raises."""

from __future__ import annotations


class AlternatorError(RuntimeError):
    """The base of every error that is Alternator's own."""


class Unsupported(AlternatorError):
    """Code that cannot be captured whole, where `fullgraph=True` asked for that.

    `stack` is the traced calls from the compiled function inwards, each a tuple of
    file, line and function; the last one holds the line that could not be captured.
    """

    def __init__(
        self,
        reason: str,
        file: str | None = None,
        line: int | None = None,
        source: str | None = None,
        stack: list[tuple[str, int, str]] | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.file = file
        self.line = line
        self.source = source if source is not None else source_line(file, line)
        self.stack = stack or []
        self.hint = hint

    def __str__(self) -> str:
        text = self.reason
        if self.file is not None:
            text += f"\n  at {self.file}:{self.line}"
            if self.source:
                text += f"\n    {self.source}"
        for file, line, function in reversed(self.stack[:-1]):
            text += f"\n  called from {function} ({file}:{line})"
            if source := source_line(file, line):
                text += f"\n    {source}"
        if self.hint:
            text += f"\n  help: {self.hint}"
        cause = self.__cause__
        while cause is not None:
            text += f"\n  caused by {type(cause).__name__}: {cause}"
            cause = cause.__cause__
        return text


class RecompileError(AlternatorError):
    """A recompilation where the stance, or `config.error_on_recompile`, forbids it."""


class BackendFailed(AlternatorError):
    """The backend raised; its exception is the cause."""

    def __init__(self, backend: str, error: BaseException) -> None:
        super().__init__(f"backend {backend!r} raised {type(error).__name__}: {error}")
        self.backend = backend


class ConstraintViolation(AlternatorError):
    """A dimension marked dynamic that the program only accepts with one size."""


def source_line(file: str | None, line: int | None) -> str:
    """One line of a file without its indentation; empty where it cannot be read."""
    if not file or not line:
        return ""
    import linecache

    return linecache.getline(file, line).strip()
