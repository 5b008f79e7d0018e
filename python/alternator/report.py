"""`explain`, and the texts of the graph logs."""

from __future__ import annotations

import collections
import contextlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch._guards import CompileContext, CompileId, compile_context

from alternator import break_kinds, errors, guard_filters, logs

# Who is told of compilations as they happen (`src/report/listener.rs` says how), and who keeps torch's counters of them.
listener: Callable[..., None] | None = None
recorder: Any = None


# A break with its stack.
Broke = tuple[str, list[tuple[str, int, str]]]


class Tally(threading.local):
    """What the compilations that run in a thread have met, until it is known what comes of them."""

    def __init__(self) -> None:
        self.open: list[tuple[bool, list[Broke]]] = []

    def began(self, context: int) -> bool:
        """Whether torch counts the frame: it does not where a graph break is an error."""
        from alternator import context as contexts

        asked = contexts.find(context)
        counts = asked is None or not asked.fullgraph
        self.open.append((counts, []))
        return counts

    def broke(self, *broke: Any) -> bool:
        """Takes a break of the innermost compilation; false if none runs."""
        if self.open:
            self.open[-1][1].append(broke)
        return bool(self.open)

    def ended(self, compiled: bool, error: BaseException | None) -> tuple[bool, str, list[Broke]]:
        """Whether the frame counts, and its breaks with the section of torch's counters that they belong to."""
        counts, breaks = self.open.pop() if self.open else (True, [])
        if isinstance(error, errors.Unsupported) and not isinstance(error, errors.OperatorRaised):
            breaks = [*breaks, (error.reason, error.stack)]
        return counts, "graph_break" if compiled else "unimplemented", breaks


class EarlyRecorder:
    """Counts compilations as long as torch's counters are not imported."""

    def __init__(self) -> None:
        self.frames: collections.Counter[str] = collections.Counter()
        self.stats: collections.Counter[str] = collections.Counter()
        self.breaks: list[tuple[str, Broke]] = []
        self._tally = Tally()

    def __call__(self, event: str, *details: Any) -> None:
        if event == "began":
            self.frames["total"] += self._tally.began(details[3])
        elif event == "ended":
            counts, section, breaks = self._tally.ended(*details)
            self.frames["ok"] += counts and details[0]
            self.breaks += [(section, broke) for broke in breaks]
        elif event == "graph" and details[0]:
            self.stats["unique_graphs"] += 1
            self.stats["calls_captured"] += details[0]
        elif event == "broke":
            self._tally.broke(*details)

    def hand_over(self, counters: Any, recorder: Any) -> None:
        for name, counted in (("frames", self.frames), ("stats", self.stats)):
            if counted := +counted:
                counters[name].update(counted)
        for section, broke in self.breaks:
            recorder.count_break(section, *broke)


early = EarlyRecorder()


class _Numbers(threading.local):
    """torch's contexts of the compilations that run in this thread, which give logs and records their number."""

    def __init__(self) -> None:
        self.open: list[Any] = []

    def begin(self, frame: int, attempt: int) -> None:
        context = compile_context(CompileContext(CompileId(frame_id=frame, frame_compile_id=attempt)))
        context.__enter__()
        self.open.append(context)

    def end(self) -> None:
        self.open.pop().__exit__(None, None, None)


_numbers = _Numbers()


def tell(event: str, *details: Any) -> None:
    if event == "began":
        logs.follow_trace()
        _numbers.begin(*details[:2])
        name, line = place_of(details[2])
        logs.step("Step 1: torchdynamo start tracing %s %s:%s", name, details[2].co_filename, line)
    try:
        for told in (recorder or early, listener):
            if told is not None:
                told(event, *details)
    except BaseException:
        if event == "began":
            _numbers.end()
        raise
    finally:
        if event == "ended":
            logs.step("Step 1: torchdynamo done tracing: %s", "compiled" if details[0] else "it runs as written")
            _numbers.end()


def place_of(code: Any) -> tuple[str, int]:
    """The name by which reports know a code object, and its first line. A resume function, which shares both with the original,
    has the name that torch gives it as the last part of its qualified name: there is the line that it goes on from."""
    name = code.co_qualname.rpartition(".")[2]
    if name == code.co_name or not name.startswith("torch_dynamo_resume_in_"):
        return code.co_name, code.co_firstlineno
    return name, int(name.rpartition("_")[2])


def handed_over(module: torch.fx.GraphModule, inputs: Sequence[Any]) -> contextlib.AbstractContextManager[Any]:
    """While the backend has a graph; `inputs` are its real ones."""
    return contextlib.nullcontext() if recorder is None else recorder.backend(module, inputs)


@dataclass
class BreakReason:
    """Why a graph ended: the reason, and the user's line."""

    reason: str
    file: str
    line: int
    function: str
    graph_break: bool = True
    """Whether a graph ended there, and not because the function did."""
    stack: Sequence[tuple[str, int, str]] = ()
    """File, line and function of each traced call, the compiled function's first; empty where the line alone is known."""

    @property
    def gb_type(self) -> str:
        """The kind of break: torch's name for it, where there is one."""
        return break_kinds.kind_of(self.reason)

    @property
    def hints(self) -> list[str]:
        """torch's hints for this kind of break."""
        return break_kinds.advice(self.reason)

    @property
    def user_stack(self) -> list[Any]:
        return errors.stack_summary(self.stack or [(self.file, self.line, self.function)])

    def __str__(self) -> str:
        return f"{self.reason} ({self.file}:{self.line}, in {self.function})"


@dataclass
class ExplainOutput:
    """The result of `explain`, with a readable `str`."""

    graphs: list[torch.fx.GraphModule]
    graph_count: int
    graph_break_count: int
    break_reasons: list[BreakReason]
    op_count: int
    ops_per_graph: list[list[Any]] = field(default_factory=list)
    out_guards: list[guard_filters.Guard] = field(default_factory=list)
    compile_times: str | None = None

    def __str__(self) -> str:
        lines = [
            f"Graph Count: {self.graph_count}",
            f"Graph Break Count: {self.graph_break_count}",
            f"Op Count: {self.op_count}",
            "Break Reasons:",
        ]
        for number, reason in enumerate(self.break_reasons, 1):
            lines.append(f"  {number}. {reason.reason}")
            lines.append(f"     {reason.file}:{reason.line}, in {reason.function}")
            if source := errors.source_line(reason.file, reason.line):
                lines.append(f"       {source}")
            lines += [f"     help: {hint}" for hint in reason.hints]
        lines.append("Ops per Graph:")
        for number, ops in enumerate(self.ops_per_graph, 1):
            names = ", ".join(getattr(op, "__name__", str(op)) for op in ops)
            lines.append(f"  {number}. {len(ops)}: {names}")
        lines.append("Guards:")
        lines += [f"  {guard}" for guard in self.out_guards]
        if self.compile_times is not None:
            lines.append(f"Compile Times: {self.compile_times}")
        return "\n".join(lines) + "\n"


def explain(fn: Callable[..., Any], *extra_args: Any, **extra_kwargs: Any) -> Any:
    """Runs `fn` captured but not compiled, and tells about its graphs, breaks and guards.

    Called as `explain(fn)(*args)`; what was compiled before is forgotten.
    """
    if extra_args or extra_kwargs:
        return explain(fn)(*extra_args, **extra_kwargs)

    def run(*args: Any, **kwargs: Any) -> ExplainOutput:
        import time

        from alternator import _engine, api
        from alternator.optimized_module import OptimizedModule

        target = fn
        if isinstance(target, OptimizedModule):
            target = target._orig_mod
        target = getattr(target, "__wrapped__", target) if isinstance(target, _engine.CompiledFunction) else target
        graphs: list[torch.fx.GraphModule] = []
        guards: list[guard_filters.Guard] = []

        def collect(module: torch.fx.GraphModule, example_inputs: list[Any]) -> Callable[..., Any]:
            graphs.append(module)
            return module.forward

        api.reset()
        start = time.perf_counter()
        exporting = guard_filters.exporting(None, guards.extend)
        api.compile(target, backend=collect, options={"guard_filter_fn": exporting})(*args, **kwargs)
        seconds = time.perf_counter() - start
        counted = _engine.counters()
        breaks = zip(counted["break_reasons"], counted["break_stacks"])
        reasons = [BreakReason(*reason, stack=stack) for reason, stack in breaks]
        api.reset()
        ops = [[n.target for n in g.graph.nodes if n.op == "call_function"] for g in graphs]
        return ExplainOutput(
            graphs=graphs,
            graph_count=len(graphs),
            graph_break_count=counted["graph_breaks"],
            break_reasons=reasons,
            op_count=sum(map(len, ops)),
            ops_per_graph=ops,
            out_guards=guards,
            compile_times=f"{seconds:.3f} s, the first run included",
        )

    return run


def side_effects(names: list[str]) -> None:
    """Warns of changes of existing objects, or raises, as `side_effect_replay_policy` says."""
    import warnings

    from alternator import configuration

    text = f"compiled code changes objects that existed before the call: {names}"
    if configuration.values["side_effect_replay_policy"] == "error":
        raise RuntimeError(f"{text} (side_effect_replay_policy is 'error')")
    warnings.warn(text, stacklevel=2)


def readable(module: torch.fx.GraphModule) -> str:
    """The graph as code."""
    return module.print_readable(print_output=False, include_stride=True, include_device=True)


def graph_code(name: str, module: torch.fx.GraphModule) -> str:
    """The graph as code, in the look of torch's `graph_code` log."""
    return f"TRACED GRAPH\n ===== {name} =====\n {readable(module)}"


def graph_table(name: str, module: torch.fx.GraphModule) -> str:
    """The graph as a table of its nodes."""
    rows = [["opcode", "name", "target", "args", "kwargs"]]
    rows += [[node.op, node.name, str(node.target), str(node.args), str(node.kwargs)] for node in module.graph.nodes]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(["TRACED GRAPH", f" ===== {name} =====", *lines])


def graph_sizes(name: str, module: torch.fx.GraphModule) -> str:
    """The size of every value, in symbols and in numbers."""
    lines = ["TRACED GRAPH TENSOR SIZES", f"===== {name} ====="]
    for node in module.graph.nodes:
        value = node.meta.get("example_value")
        if not isinstance(value, torch.Tensor):
            continue
        lines.append(f"{node.name}: ({_sizes(value.shape)})")
        if any(isinstance(size, torch.SymInt) for size in value.shape):
            hints = [size.node.hint if isinstance(size, torch.SymInt) else size for size in value.shape]
            lines.append(f"{node.name} (concrete): ({_sizes(hints)})")
    return "\n".join(lines) + "\n"


def _sizes(sizes: Any) -> str:
    return ", ".join(map(str, sizes)) + ("," if len(sizes) == 1 else "")
