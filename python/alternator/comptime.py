"""torch._dynamo.comptime: functions of the program that inspect the current trace.

The engine calls the functions here with a snapshot of the trace and the arguments of the call. If one returns a string,
the graph breaks for that reason. """

from __future__ import annotations

import time
import traceback
import warnings
from typing import Any, TextIO


class ComptimeVar:
    """A traced value."""

    def __init__(self, shown: tuple[str, Any, type]) -> None:
        self._kind, self._known, self._class = shown

    def is_python_constant(self) -> bool:
        return self._kind == "constant"

    def as_python_constant(self) -> Any:
        if not self.is_python_constant():
            raise NotImplementedError(f"{self!r} is not known while tracing")
        return self._known

    def python_type(self) -> type:
        return self._class

    def is_dynamic(self) -> bool:
        return self._kind == "symbol"

    def is_proxy(self) -> bool:
        return self._kind in ("tensor", "symbol")

    def size(self, dim: int | None = None) -> Any:
        """Sizes of a tensor; symbols are strings."""
        if self._kind != "tensor":
            raise NotImplementedError(f"{self!r} has no size that is known while tracing")
        sizes = self._known[0]
        return tuple(sizes) if dim is None else sizes[dim]

    def as_fake(self) -> Any:
        """A fake tensor of this shape, or the number that is known."""
        if self._kind == "constant":
            return self._known
        if self._kind != "tensor" or any(isinstance(size, str) for size in self._known[0]):
            raise NotImplementedError(f"comptime: {self!r} has no fake value with Alternator")
        import torch
        from torch._subclasses import FakeTensorMode

        sizes, dtype, (kind, index), requires_grad = self._known
        device = torch.device("cpu") if kind == 0 else torch.device(torch.accelerator.current_accelerator().type, index)
        with FakeTensorMode():
            return torch.empty(sizes, dtype=getattr(torch, dtype.removeprefix("torch.")), device=device).requires_grad_(
                requires_grad
            )

    def __getattr__(self, name: str) -> Any:
        raise NotImplementedError(f"comptime: {name} of a value is not possible with Alternator")

    def __repr__(self) -> str:
        if self._kind == "items":
            inside = ", ".join(map(repr, map(ComptimeVar, self._known)))
            if issubclass(self._class, tuple):
                return f"({inside}{',' if len(self._known) == 1 else ''})"
            return f"[{inside}]"
        if self._kind == "map":
            pairs = ((ComptimeVar(key), ComptimeVar(value)) for key, value in self._known)
            return "{" + ", ".join(f"{key!r}: {value!r}" for key, value in pairs) + "}"
        if self._kind == "tensor":
            sizes, dtype, *_ = self._known
            inside = ", ".join(map(str, sizes)) + ("," if len(sizes) == 1 else "")
            return f"Tensor(shape=({inside}), dtype={dtype})"
        return repr(self._known) if self._kind == "constant" else str(self._known)


class ComptimeContext:
    """A snapshot of the trace, for functions that `comptime(…)` calls."""

    def __init__(self, snapshot: tuple[list[Any], list[str]]) -> None:
        self._frames, self._guards = snapshot
        self._reason: str | None = None

    def _frame(self, stacklevel: int) -> Any:
        return self._frames[-1 - stacklevel]

    def get_local(self, name: str, *, stacklevel: int = 0) -> ComptimeVar:
        return ComptimeVar(dict(self._frame(stacklevel)[1])[name])

    def graph_break(self, msg: str = "ComptimeContext.graph_break") -> None:
        self._reason = f"call of comptime.graph_break: the program asks for a break: {msg}"
        raise _Broken

    def assert_static(self, val: ComptimeVar) -> None:
        if val.is_dynamic():
            raise AssertionError(f"expected static but got dynamic: {val!r} (TORCH_LOGS=guards tells where sizes come from)")

    def print(self, val: Any, *, file: TextIO | None = None) -> None:
        print(repr(val), file=file)

    def print_locals(self, *, file: TextIO | None = None, stacklevel: int = 0) -> None:
        for name, shown in self._frame(stacklevel)[1]:
            print(f"{name} = {ComptimeVar(shown)!r}", file=file)

    def print_value_stack(self, *, file: TextIO | None = None, stacklevel: int = 0) -> None:
        for shown in self._frame(stacklevel)[2]:
            print(f"- {ComptimeVar(shown)!r}", file=file)

    def print_bt(self, *, file: TextIO | None = None, stacklevel: int = 0) -> None:
        calls = [(path, line, name, None) for (path, line, name), *_ in self._frames[: len(self._frames) - stacklevel]]
        print("".join(traceback.StackSummary.from_list(calls).format()), file=file)

    def print_guards(self, *, file: TextIO | None = None) -> None:
        print("\n".join(self._guards), file=file)

    def print_graph(self, *, verbose: bool = True, file: TextIO | None = None) -> None:
        _say_once("print_graph has nothing to show before the graph is whole; TORCH_LOGS=graph_code shows it then")

    def print_disas(self, *, file: TextIO | None = None, stacklevel: int = 0) -> None:
        _say_once("print_disas shows nothing with Alternator; TORCH_LOGS=trace_bytecode shows each instruction")

    def sleep(self, sec: float) -> None:
        time.sleep(sec)

    def __getattr__(self, name: str) -> Any:
        raise NotImplementedError(f"comptime: {name} of the trace is not possible with Alternator")


class _Broken(Exception):  # noqa: N818 - not an error
    """The program asks for a graph break."""


_said: set[str] = set()


def _say_once(text: str) -> None:
    if text not in _said:
        _said.add(text)
        warnings.warn(f"comptime: {text}", stacklevel=2)


def called(snapshot: Any, arguments: list[Any]) -> str | None:
    """`comptime(fn)`."""
    context = ComptimeContext(snapshot)
    try:
        arguments[0](context)
    except _Broken:
        return context._reason
    return None


def print_value(snapshot: Any, arguments: list[Any]) -> None:
    print(repr(ComptimeVar(arguments[0])))


def assert_static(snapshot: Any, arguments: list[Any]) -> None:
    ComptimeContext(snapshot).assert_static(ComptimeVar(arguments[0]))


def _with_stacklevel(name: str) -> Any:
    def show(snapshot: Any, arguments: list[Any]) -> None:
        getattr(ComptimeContext(snapshot), name)(stacklevel=ComptimeVar(arguments[0]).as_python_constant())

    return show


print_locals, print_bt, print_value_stack, print_disas = map(
    _with_stacklevel, ("print_locals", "print_bt", "print_value_stack", "print_disas")
)


def print_guards(snapshot: Any, arguments: list[Any]) -> None:
    ComptimeContext(snapshot).print_guards()


def print_graph(snapshot: Any, arguments: list[Any]) -> None:
    ComptimeContext(snapshot).print_graph()
