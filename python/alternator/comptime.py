"""torch._dynamo.comptime: functions of the program that inspect the current trace.

The engine calls the functions here with a snapshot of the trace and the arguments of the call. They give back the reason for a
break of the graph, if the program asks for one, and the numbers of the values that are to be static. """

from __future__ import annotations

import dis
import time
import traceback
import types
from collections.abc import Iterator
from typing import Any, NamedTuple, TextIO

import torch
from torch._dynamo import comptime as torch_comptime

from alternator.errors import AlternatorError, calling_program


class Snapshot(NamedTuple):
    """A trace as it stands."""

    frames: list[Frame]
    """Innermost last."""
    guards: list[str]
    graph: Graph
    fixed: list[int]
    """The numbers of the values that the program makes static."""


class Frame(NamedTuple):
    """A traced frame."""

    place: tuple[str, int, str]
    """File, line and name."""
    code: types.CodeType
    offset: int | None
    variables: dict[str, tuple[Any, ...]]
    stack: list[tuple[Any, ...]]


class Graph:
    """The graph so far. Nodes have no example values before somebody asks for one."""

    def __init__(self, parts: tuple[Any, ...]) -> None:
        self.graph, self._propagation, self._attributes, self._inputs, self._symbols, self.nodes, self.names = parts
        self._fakes: Any = None

    def prepared(self) -> Any:
        """The torch.fx.Graph."""
        if self._fakes is None:
            from alternator.backend import output

            self._fakes, module = output.looked_at(self.graph, self._attributes, self._inputs, self._symbols)
            self._propagation.begin(module, self._fakes)
        return self.graph

    def size(self, code: str) -> Any:
        """A size or int, from its text."""
        self.prepared()
        return self._fakes.evaluate(code)

    def node_of(self, code: str) -> torch.fx.Node:
        """The node of a size or int, which is made if the graph has none."""
        from alternator.backend.graphs import symbolic

        return self.names[code] if code in self.names else symbolic(self.prepared(), code, self.names)


class ComptimeVar(torch_comptime.ComptimeVar):
    """A traced value."""

    def __init__(self, shown: tuple[Any, ...], snapshot: Snapshot) -> None:
        self._kind, self._known, self._class, self._number = shown
        self._snapshot = snapshot

    def is_python_constant(self) -> bool:
        if self._kind in ("items", "map"):
            return all(part.is_python_constant() for part in self._parts())
        return self._kind == "constant"

    def as_python_constant(self) -> Any:
        if not self.is_python_constant():
            raise NotImplementedError(f"{self!r} is not a constant")
        if self._kind == "items":
            return self._like(part.as_python_constant() for part in self._parts())
        if self._kind == "map":
            return {key.as_python_constant(): value.as_python_constant() for key, value in self._pairs()}
        return self._known

    def python_type(self) -> type:
        return self._class

    def is_dynamic(self) -> bool:
        return self._kind == "symbol"

    def is_proxy(self) -> bool:
        if self._kind in ("items", "map"):
            return all(part.is_proxy() for part in self._parts())
        return self._kind in ("tensor", "symbol", "constant")

    def as_proxy(self) -> Any:
        """The node in the graph as a proxy, in lists and tuples as well; a constant as it is."""
        if self._kind in ("tensor", "symbol"):
            return torch.fx.Proxy(self._node())
        if self._kind == "items":
            return self._like(part.as_proxy() for part in self._parts())
        if self._kind == "map":
            return {key.as_proxy(): value.as_proxy() for key, value in self._pairs()}
        if self._kind == "constant":
            return self._known
        raise NotImplementedError(f"{self!r} is not in the graph")

    def as_fake(self) -> Any:
        """A fake tensor or a SymInt; a constant as it is."""
        if self._kind == "symbol":
            return self._snapshot.graph.size(self._known[1])
        if self._kind != "tensor":
            return self.as_proxy()
        value = self._node().meta.get("example_value")
        if value is None:
            raise NotImplementedError(f"comptime: {self!r} has no fake value")
        return value

    def size(self, dim: int | None = None) -> Any:
        return self.as_fake().size() if dim is None else self.as_fake().size(dim)

    def force_static(self) -> None:
        if self._kind == "symbol":
            self._snapshot.fixed.append(self._number)
        elif not self.is_python_constant():
            raise AssertionError(f"cannot force {self!r} static")

    def _i_will_not_complain_if_bc_breaks_VariableTracker(self) -> Any:  # noqa: N802 - torch's spelling
        raise NotImplementedError("comptime: Alternator has no VariableTracker")

    def _node(self) -> torch.fx.Node:
        graph = self._snapshot.graph
        if self._kind == "symbol":
            return graph.node_of(self._known[1])
        graph.prepared()
        node = graph.nodes[self._known[2]]
        if node is None:
            raise NotImplementedError(f"comptime: {self!r} is in a function that an operator takes")
        return node

    def _pairs(self) -> list[tuple[ComptimeVar, ComptimeVar]]:
        return [(ComptimeVar(key, self._snapshot), ComptimeVar(value, self._snapshot)) for key, value in self._known]

    def _parts(self) -> list[ComptimeVar]:
        if self._kind == "map":
            return [part for pair in self._pairs() for part in pair]
        return [ComptimeVar(part, self._snapshot) for part in self._known]

    def _like(self, parts: Iterator[Any]) -> Any:
        if hasattr(self._class, "_fields"):
            return self._class(*parts)
        return self._class(parts) if self._class in (list, tuple, torch.Size) else list(parts)

    def __repr__(self) -> str:
        if self._kind == "items":
            inside = ", ".join(map(repr, self._parts()))
            if issubclass(self._class, torch.Size):
                return f"torch.Size([{inside}])"
            if issubclass(self._class, tuple):
                return f"({inside}{',' if len(self._known) == 1 else ''})"
            return f"[{inside}]"
        if self._kind == "map":
            return "{" + ", ".join(f"{key!r}: {value!r}" for key, value in self._pairs()) + "}"
        if self._kind == "tensor":
            sizes, dtype, _ = self._known
            if sizes is None:
                return "Tensor()"
            inside = ", ".join(map(str, sizes)) + ("," if len(sizes) == 1 else "")
            return f"Tensor(shape=({inside}), dtype={dtype})"
        return repr(self._known) if self._kind == "constant" else str(self._known[0])


class ComptimeContext(torch_comptime.ComptimeContext):
    """A snapshot of the trace, for functions that `comptime(…)` calls."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def _frame(self, stacklevel: int) -> Frame:
        return self._snapshot.frames[-1 - stacklevel]

    def _var(self, shown: tuple[Any, ...]) -> ComptimeVar:
        return ComptimeVar(shown, self._snapshot)

    def get_local(self, name: str, *, stacklevel: int = 0) -> ComptimeVar:
        return self._var(self._frame(stacklevel).variables[name])

    def graph_break(self, msg: str = "ComptimeContext.graph_break") -> None:
        raise _Broken(f"call of comptime.graph_break: the program asks for a break: {msg}")

    def graph(self) -> torch.fx.Graph:
        """The graph so far. A change of it has no effect."""
        return self._snapshot.graph.prepared()

    def parent(self) -> ComptimeContext:
        return ComptimeContext(self._snapshot._replace(frames=self._snapshot.frames[:-1]))

    def assert_static(self, val: Any) -> None:
        if val.is_dynamic():
            raise AssertionError(f"expected static but got dynamic: {val!r} (run with TORCH_LOGS=guards to see where it comes from)")

    def print(self, val: Any, *, file: TextIO | None = None) -> None:
        print(repr(val), file=file)

    def print_locals(self, *, file: TextIO | None = None, stacklevel: int = 0) -> None:
        for name, shown in self._frame(stacklevel).variables.items():
            print(f"{name} = {self._var(shown)!r}", file=file)

    def print_value_stack(self, *, file: TextIO | None = None, stacklevel: int = 0) -> None:
        for shown in self._frame(stacklevel).stack:
            print(f"- {self._var(shown)!r}", file=file)

    def print_bt(self, *, file: TextIO | None = None, stacklevel: int = 0) -> None:
        frames = self._snapshot.frames
        print("".join(traceback.StackSummary.from_list(map(_summary, frames[: len(frames) - stacklevel])).format()), file=file)

    def print_guards(self, *, file: TextIO | None = None) -> None:
        print("\n".join(self._snapshot.guards), file=file)

    def print_graph(self, *, verbose: bool = True, file: TextIO | None = None) -> None:
        print(self.graph().python_code("self", verbose=verbose).src, file=file)

    def print_disas(self, *, file: TextIO | None = None, stacklevel: int = 0) -> None:
        frame = self._frame(stacklevel)
        print(dis.Bytecode(frame.code, current_offset=frame.offset).dis(), file=file)

    def _i_will_not_complain_if_bc_breaks_InstructionTranslator(self) -> Any:  # noqa: N802 - torch's spelling
        raise NotImplementedError("comptime: Alternator has no InstructionTranslator")

    def sleep(self, sec: float) -> None:
        time.sleep(sec)


class _Broken(AlternatorError):  # noqa: N818 - not an error
    """The program asks for a graph break."""


def _summary(frame: Frame) -> traceback.FrameSummary:
    path, line, name = frame.place
    name = name.rpartition(".")[2]
    if frame.offset is None:
        return traceback.FrameSummary(path, line, name)
    places = list(frame.code.co_positions())[frame.offset // 2]
    _, end_lineno, colno, end_colno = places
    return traceback.FrameSummary(path, line, name, end_lineno=end_lineno, colno=colno, end_colno=end_colno)


def names(arguments: list[Any]) -> list[str]:
    """The variables that a function of the program's may ask for: those that its constants name."""
    found: list[str] = []
    codes = [argument.__code__ for argument in arguments if isinstance(argument, types.FunctionType)]
    while codes:
        constants = codes.pop().co_consts
        found += [constant for constant in constants if isinstance(constant, str)]
        codes += [constant for constant in constants if isinstance(constant, types.CodeType)]
    return found


def _snapshot(parts: tuple[Any, ...]) -> Snapshot:
    frames, guards, graph = parts
    known = [Frame(place, code, offset, dict(variables), stack) for place, code, offset, variables, stack in frames]
    return Snapshot(known, guards, Graph(graph), [])


def called(parts: tuple[Any, ...], arguments: list[Any]) -> tuple[str | None, list[int]]:
    """`comptime(fn)`."""
    snapshot = _snapshot(parts)
    try:
        with calling_program():
            arguments[0](ComptimeContext(snapshot))
    except _Broken as broken:
        return str(broken), []
    return None, snapshot.fixed


def print_value(parts: tuple[Any, ...], arguments: list[Any]) -> tuple[None, list[int]]:
    print(repr(ComptimeVar(arguments[0], _snapshot(parts))))
    return None, []


def assert_static(parts: tuple[Any, ...], arguments: list[Any]) -> tuple[None, list[int]]:
    snapshot = _snapshot(parts)
    ComptimeContext(snapshot).assert_static(ComptimeVar(arguments[0], snapshot))
    return None, []


def _shows(name: str) -> Any:
    def show(parts: tuple[Any, ...], arguments: list[Any]) -> tuple[None, list[int]]:
        snapshot = _snapshot(parts)
        level = {"stacklevel": ComptimeVar(arguments[0], snapshot).as_python_constant()} if arguments else {}
        getattr(ComptimeContext(snapshot), name)(**level)
        return None, []

    return show


print_locals, print_bt, print_value_stack, print_disas, print_guards, print_graph = map(
    _shows, ("print_locals", "print_bt", "print_value_stack", "print_disas", "print_guards", "print_graph")
)
