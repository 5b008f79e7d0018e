"""What Alternator raises."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from alternator import break_kinds


class _Base(RuntimeError):
    """A base with the layout of torch's errors, so that these can become bases of the classes below
    (`dynamo.state`)."""


class AlternatorError(_Base):
    """The base of every error that is Alternator's own."""

    def __init__(self, *arguments: Any) -> None:
        # Not those of torch's classes, which are bases as well once torch._dynamo is imported.
        RuntimeError.__init__(self, *arguments)


class Unsupported(AlternatorError):
    """Code that cannot be captured in one graph although `fullgraph=True` demands it.

    `stack` is the traced calls from the compiled function inwards, each a tuple of
    file, line and function; the last one holds the line that could not be captured.
    As torch's error of this name it has them as `real_stack`, and the kind of break as `gb_type`,
    which is torch's name for it where there is one; `hint` and `hints` say what to do about it.
    """

    skip_frame = logged = preserve_skip_frame_after_inline = False
    apply_to_code = True
    category = "unimplemented"

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
        self.reason = self.msg = reason
        self.file = file
        self.line = line
        self.source = source if source is not None else source_line(file, line)
        self.stack = stack or []
        self.hint = hint

    @property
    def gb_type(self) -> str:
        return break_kinds.kind_of(self.reason)

    @property
    def hints(self) -> list[str]:
        return [*([self.hint] if self.hint else []), *break_kinds.advice(self.reason)]

    @property
    def real_stack(self) -> Any:
        return stack_summary(self.stack)

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
        if self.gb_type not in text:
            # Programs look for torch's title in the message.
            text += f"\n  torch calls this: {self.gb_type}"
        for hint in break_kinds.advice(self.reason)[-1:]:
            text += f"\n  {hint}"
        cause = self.__cause__
        while cause is not None:
            text += f"\n  caused by {type(cause).__name__}: {cause}"
            cause = cause.__cause__
        return text


class NotCallable(TypeError, AssertionError):
    """Something else than a function where one is wanted. torch's front end raises an AssertionError for it."""


class OperatorRaised(Unsupported):
    """Unsupported because an operator refuses its arguments. It is also of the class of the operator's error, where that
    is one of `_OPERATORS_ERRORS`."""


# Classes of errors that operators raise and that callers catch.
_OPERATORS_ERRORS = (IndexError, TypeError, ValueError, NotImplementedError)
_OPERATORS_ERROR_CLASSES = {
    error.__name__: type("OperatorRaised", (OperatorRaised, error), {"__module__": __name__, "__doc__": OperatorRaised.__doc__})
    for error in _OPERATORS_ERRORS
}


class Forbidden(Unsupported, AssertionError):
    """The program calls a function that it has forbidden in compiled code."""


class DataDependent(Unsupported):
    """Unsupported because a size or number is data-dependent."""


# Words of the reasons for which there is a class of its own.
OPERATOR_RAISED = "an operator that raises"
_CLASSES = {
    OPERATOR_RAISED: OperatorRaised,
    "data-dependent branch": DataDependent,
    "Could not guard on data-dependent expression": DataDependent,
    "Could not extract specialized integer from data-dependent expression": DataDependent,
}
_LOGS = "ALTERNATOR_LOGS=graph_breaks lists every break"
_HINTS = {
    Unsupported: f"without fullgraph=True Python runs this line between two graphs; {_LOGS}, torch.compiler.disable keeps a function out",
    OperatorRaised: f"the operator refuses these arguments; without fullgraph=True it raises where it stands; {_LOGS}",
    DataDependent: f"consider annotating your code using torch._check*(), or decide by torch.where or torch.cond; {_LOGS}",
}


def unsupported(reason: str, *where: Any) -> Unsupported:
    """Makes the error for a reason; called by the engine."""
    cls = next((cls for words, cls in _CLASSES.items() if words in reason), Unsupported)
    hint = _HINTS[cls]
    if cls is OperatorRaised:
        error = reason.partition(OPERATOR_RAISED)[2].split(":")[0].strip()
        cls = _OPERATORS_ERROR_CLASSES.get(error, cls)
    return cls(reason, *where, hint=hint)


def forbidden(reason: str, *where: Any) -> Forbidden:
    return Forbidden(f"Attempt to trace forbidden callable: {reason}", *where, hint="call it before the compiled function is called, or from a function under torch.compiler.disable")


def constraint_violation(text: str) -> Exception:
    """The error for a dimension marked dynamic that the program specialises: torch's ConstraintViolationError."""
    from torch.fx.experimental.symbolic_shapes import ConstraintViolationError

    return ConstraintViolationError(text)


class FailOnRecompileLimitHit(AlternatorError):
    """The recompile limit is reached where `config.fail_on_recompile_limit_hit`, or `fullgraph`, allows no fallback."""


class RecompileError(AlternatorError):
    """A recompilation where the stance, or `config.error_on_recompile`, forbids it."""


class CallbackFailed(AlternatorError):
    """A callback of the program's that is told of a compilation, or asked about one, raised; its exception is the cause."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(f"{type(error).__name__}: {error}")


@contextlib.contextmanager
def calling_program() -> Iterator[None]:
    """What a function of the program's raises while it is asked about a compilation is a `CallbackFailed`, but for what torch's
    front end passes on as it is."""
    try:
        yield
    except (AssertionError, AlternatorError):
        raise
    except Exception as error:
        raise CallbackFailed(error) from error


class Restart(AlternatorError):
    """The backend needs the frame to be traced again."""


class Declined(AlternatorError):
    """The backend leaves the frame to CPython; its exception is the cause."""


class BackendFailed(AlternatorError):
    """The backend raised; its exception is the cause."""

    def __init__(self, backend: str, error: BaseException) -> None:
        super().__init__(f"backend={backend!r} raised:\n{type(error).__name__}: {error}")
        self.backend_name = backend
        self.inner_exception = error


def of_backend(backend: str, error: BaseException) -> BackendFailed:
    """The error of a backend that raised. One that says itself that a backend failed (inductor's) keeps its class and text."""
    if not hasattr(error, "inner_exception"):
        return BackendFailed(backend, error)
    cls = type(error)
    failed = _backend_errors.get(cls)
    if failed is None:
        failed = _backend_errors[cls] = type(cls.__name__, (BackendFailed, cls), {"__module__": cls.__module__})
    made = failed.__new__(failed)
    RuntimeError.__init__(made, *error.args)
    made.__dict__.update(error.__dict__)
    return made


_backend_errors: dict[type, Any] = {}


def stack_summary(stack: Sequence[tuple[str, int, str]]) -> Any:
    """Traced calls as a traceback, in which functions go by their names alone."""
    import traceback

    return traceback.StackSummary.from_list([(file, line, name.rpartition(".")[2], None) for file, line, name in stack])


def source_line(file: str | None, line: int | None) -> str:
    """One line of a file without its indentation; empty where it cannot be read."""
    if not file or not line:
        return ""
    import linecache

    return linecache.getline(file, line).strip()
