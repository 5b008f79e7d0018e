"""Records of compilations in torch's own places: counters, callbacks, metrics, profiler events, and the structured
trace that `TORCH_TRACE` writes and tlparse reads. """

from __future__ import annotations

import contextlib
import os
import threading
import time
import warnings
from array import array
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch._guards import CompileContext
from torch._logging import structured, trace_structured

from alternator import break_kinds, logs, report
from alternator.backend.graph_module import functions_called
from alternator.backend.turns import in_turn
from alternator.dynamo import profile
from alternator.dynamo.state import ERRORS
from alternator.errors import CallbackFailed, Unsupported
from alternator.logs import trace_artifact


class Recorder:
    """Receives events of compilations (`src/report/listener.rs`)."""

    def __init__(self, dynamo: Any) -> None:
        self._dynamo, self._utils = dynamo, dynamo.utils
        self._counters = dynamo.utils.counters
        self._threads = _Open()
        self._tally = report.Tally()
        _record_late(dynamo.utils)

    @property
    def _open(self) -> list[Compilation]:
        return self._threads.compilations

    def __call__(self, event: str, *details: Any) -> None:
        getattr(self, event)(*details)

    def began(self, frame: int, attempt: int, code: Any, context: int, failures: list[str]) -> None:
        if self._tally.began(context):
            self._counters["frames"]["total"] += 1
        compilation = Compilation(self._dynamo, attempt, code)
        self._utils.increment_frame()
        compilation.metrics["frame_key"] = str(self._utils.curr_frame)
        convert_frame = self._dynamo.convert_frame
        convert_frame.FRAME_COUNTER = max(convert_frame.FRAME_COUNTER, frame + 1)
        if torch.compiler.config.job_id is not None:
            profile.begin(code)
        self._open.append(compilation)
        try:
            compilation.begin(f"{frame}/{attempt}", failures)
            if failures:
                self._refused(code, context, failures)
        except BaseException:
            self._open.pop().give_up()
            self._tally.ended(False, None)
            raise

    def _refused(self, code: Any, context: int, failures: list[str]) -> None:
        from torch._dynamo.types import GuardFail

        from alternator import context as contexts

        self._utils.guard_failures[code].extend(failures)
        asked = contexts.find(context)
        if asked is not None and asked.guard_fail is not None:
            for failure in failures:
                asked.guard_fail(GuardFail(failure, code))

    def ended(self, compiled: bool, error: BaseException | None) -> None:
        counts, section, breaks = self._tally.ended(compiled, error)
        if compiled and counts:
            self._counters["frames"]["ok"] += 1
        for broke in breaks:
            self.count_break(section, *broke)
        if self._open:
            self._open.pop().end(compiled, error)
        if torch.compiler.config.job_id is not None:
            profile.end()

    def backend(self, module: torch.fx.GraphModule, inputs: Sequence[Any]) -> contextlib.AbstractContextManager[Any]:
        """A context manager around the call of the backend."""
        if self._open:
            graph = module.graph
            if parameters := [value for value in inputs if isinstance(value, torch.nn.Parameter)]:
                self._open[-1].metrics.update(
                    param_count=len(parameters),
                    param_numel=sum(parameter.numel() for parameter in parameters),
                    param_bytes=sum(parameter.nbytes for parameter in parameters),
                )
            for kind, names in _custom_operators(graph).items():
                self._open[-1].metrics[kind] = names
            self._open[-1].metrics.update(graph_node_count=len(graph.nodes), graph_input_count=len(graph.find_nodes(op="placeholder")))
        if logs.is_traced():
            trace_structured("dynamo_output_graph", lambda: {"sizes": _sizes(module)}, payload_fn=lambda: report.readable(module))
        return timed(self._utils, *BACKEND)

    def graph(self, operations: int, guards: int) -> None:
        if operations:
            self._counters["stats"]["calls_captured"] += operations
            self._counters["stats"]["unique_graphs"] += 1
        if self._open:
            self._open[-1].metrics.update(graph_op_count=operations, guard_count=guards)

    def code(self, old: Any, new: Any) -> None:
        """Calls torch's hooks that see the code which runs in place of a frame's own; it stays as it is."""
        for hook in tuple(self._dynamo.convert_frame._bytecode_hooks.values()):
            if hook(old, new) not in (None, new):
                warnings.warn("what a bytecode hook gives makes no difference to Alternator", stacklevel=2)

    def broke(self, reason: str, stack: list[tuple[str, int, str]]) -> None:
        if not self._tally.broke(reason, stack):
            self.count_break("graph_break", reason, stack)
        if stack and self._open:
            self._open[-1].broke = (reason, stack)

    def count_break(self, section: str, reason: str, stack: list[tuple[str, int, str]]) -> None:
        """Counts a break in torch's section for it, which is another one where the whole frame runs as written."""
        self._counters[section][reason] += 1
        if stack and section == "graph_break":  # a line of the program was reached
            self._utils.graph_break_reasons.append(report.BreakReason(reason, *stack[-1], stack=stack))

    def limit_is_hit(self, setting: str) -> None:
        self._counters["frames"]["total"] += 1
        self._counters["unimplemented"][f"Dynamo recompile limit exceeded: {setting}"] += 1


class _Open(threading.local):
    """The compilations that run in a thread."""

    def __init__(self) -> None:
        self.compilations: list[Compilation] = []


class Compilation:
    """One compilation of a frame."""

    def __init__(self, dynamo: Any, attempt: int, code: Any) -> None:
        self._dynamo, self._utils, self._code = dynamo, dynamo.utils, code
        self._around = contextlib.ExitStack()
        self.broke: tuple[str, list[tuple[str, int, str]]] | None = None
        name, line = report.place_of(code)
        self.metrics: dict[str, Any] = {
            "co_name": name,
            "co_filename": code.co_filename,
            "co_firstlineno": line,
            "cache_size": attempt,
            "accumulated_cache_size": attempt,
            "is_forward": True,
            "specialize_float": dynamo.config.specialize_float,
            "config_inline_inbuilt_nn_modules": True,
            "non_compliant_ops": set(),
            "compliant_custom_ops": set(),
            "restart_reasons": set(),
        }

    def begin(self, number: str, failures: list[str]) -> None:
        enter = self._around.enter_context
        if is_listening():
            enter(self._utils.chromium_event_timed("dynamo", reset_event_log_on_exit=True, log_pt2_compile_event=True))
        metrics = enter(self._utils.get_metrics_context())
        enter(timed(self._utils, *FRAME))
        enter(_callbacks(self._dynamo.callback, number))
        if failures:
            self.metrics["recompile_reason"] = failures[0]
            if logs.is_traced():
                trace_artifact("recompile_reasons", failures, "json")
        if hooks := self._utils.get_hook_for_recompile_user_context():
            metrics.set("recompile_user_contexts", {hook()[:256] for hook in hooks})
        if logs.is_traced():
            trace_structured("dynamo_start", lambda: {"stack": _stack(self._code)})

    def end(self, compiled: bool, error: BaseException | None) -> None:
        self.metrics["has_guarded_code"] = compiled
        stack = getattr(error, "stack", None)
        if self.broke is None and stack:
            file, line, _ = stack[-1]
            self.metrics.update(fail_user_frame_filename=file, fail_user_frame_lineno=line)
        elif self.broke is not None and not compiled:
            reason, [*_, (file, line, _)] = self.broke
            self.metrics.update(
                fail_type="Unsupported", fail_reason=reason, fail_user_frame_filename=file, fail_user_frame_lineno=line
            )
        elif self.broke is not None:
            reason, [(_, line, _), *_] = self.broke
            self.metrics["restart_reasons"] = {reason}
            self._utils.counters["resumes"][f"torch_dynamo_resume_in_{self._code.co_name}_at_{line}"] += 1
        if error is not None:
            self.metrics.update(fail_type=_fail_type(error), fail_reason=str(error))
            if logs.is_traced():
                trace_artifact("dynamo_error", f"{self.metrics['fail_type']}: {error}")
        metrics = self._utils.get_metrics_context()
        if metrics._level == 1:
            metrics._metrics.update(self.metrics)  # `update` keeps a traceback of each change for ever
        self._around.close()

    def give_up(self) -> None:
        """Ends the record of a compilation that could not begin."""
        self._around.close()


def _fail_type(error: BaseException) -> str:
    """torch's name for the class of an error."""
    if isinstance(error, Unsupported) and break_kinds.advice(error.reason):
        return "Unsupported"
    return next((ERRORS[cls][0] for cls in type(error).__mro__ if cls in ERRORS), type(error).__name__)


@contextlib.contextmanager
def _for_program() -> Iterator[None]:
    """What a callback of the program's raises is raised where the program calls the compiled function."""
    try:
        yield
    except Exception as error:
        raise CallbackFailed(error) from error


@contextlib.contextmanager
def _callbacks(callback: Any, number: str) -> Iterator[None]:
    """Calls what the program has registered for the beginning and the end of a compilation. torch holds a lock meanwhile, and so
    it is done in turn: no process is forked then, in which the lock would be held for ever."""
    around = callback.callback_handler.install_callbacks(callback.CallbackTrigger.DYNAMO, number)
    with _for_program():
        in_turn(around.__enter__)()
    try:
        yield
    finally:
        with _for_program():
            in_turn(around.__exit__)(None, None, None)


# Where Alternator's own code is.
_HERE = os.path.dirname(os.path.dirname(__file__)) + os.sep

# Keys, phases and columns of torch's timings.
FRAME = "_compile.compile_inner", "entire_frame_compile", "dynamo_cumulative_compile_time_us"
BACKEND = "OutputGraph.call_user_compiler", "backend_compile", "aot_autograd_cumulative_compile_time_us"


def is_listening() -> bool:
    """Whether events are consumed immediately: by the structured trace or a profiler."""
    return logs.is_traced() or torch.autograd._profiler_enabled()


def timed(utils: Any, key: str, phase: str, column: str) -> contextlib.AbstractContextManager[Any]:
    """Times a part of a compilation, in torch's tables. torch's own context manager takes longer than small traces
    do."""
    if is_listening():
        return utils.dynamo_timed(key, phase_name=phase, log_pt2_compile_event=True, dynamo_compile_column_us=column)
    return Timed(utils, key, phase, column)


class Timed:
    """Adds a time to torch's."""

    __slots__ = ("_utils", "_names", "_began")

    def __init__(self, utils: Any, *names: str) -> None:
        self._utils, self._names = utils, names

    def __enter__(self) -> None:
        self._began = time.time_ns()

    def __exit__(self, *_: object) -> None:
        took, utils = time.time_ns() - self._began, self._utils
        key, phase, column = self._names
        # An array of plain numbers, because the list grows with each compilation.
        utils.compilation_time_metrics.setdefault(key, array("d")).append(took / 1e9)
        utils.cumulative_time_spent_ns[phase] += took
        metrics = utils.get_metrics_context()
        if metrics.in_progress():
            metrics.increment(column, took // 1000)


def _record_late(utils: Any) -> None:
    """Makes records of compilations on demand: making one takes as long as tracing a small function."""
    context, waiting = utils.get_metrics_context(), []
    record, records = context._on_exit, utils._compilation_metrics

    def record_soon(*measured: Any) -> None:
        if is_listening():
            record(*measured)
            return
        began, ended, metrics, *failure = measured
        waiting.append((began, ended, {"compile_id": CompileContext.current_compile_id(), **metrics}, *failure))
        del waiting[: -(records.maxlen or len(waiting))]

    def recorded() -> list[Any]:
        while waiting:
            record(*waiting.pop(0))
        return list(records)

    def cleared() -> None:
        waiting.clear()
        records.clear()

    context._on_exit = record_soon
    utils.get_compilation_metrics = recorded
    utils.clear_compilation_metrics = cleared


def _custom_operators(graph: torch.fx.Graph) -> dict[str, set[str]]:
    """The operators of libraries in a graph, those with torch's tag for compilers and those without."""
    found: dict[str, set[str]] = {"compliant_custom_ops": set(), "non_compliant_ops": set()}
    for operator in functions_called(graph):
        if isinstance(operator, torch._ops.OpOverload) and operator.namespace not in ("aten", "prim", "prims"):
            tagged = torch.Tag.pt2_compliant_tag in operator.tags
            found["compliant_custom_ops" if tagged else "non_compliant_ops"].add(operator.name())
    return found


def _sizes(module: torch.fx.GraphModule) -> dict[str, list[int | str]]:
    """The size of every value of a graph, by the name of its node."""
    values = {node.name: node.meta.get("example_value") for node in module.graph.nodes}
    tensors = {name: value for name, value in values.items() if isinstance(value, torch.Tensor)}
    return {name: [s if isinstance(s, int) else repr(s) for s in tensor.shape] for name, tensor in tensors.items()}


def _stack(code: Any) -> list[dict[str, Any]]:
    """The stack of callers of the compiled frame, and its code."""
    from torch.utils._traceback import CapturedTraceback

    summary = CapturedTraceback.extract().summary()
    callers = structured.from_traceback([frame for frame in summary if not frame.filename.startswith(_HERE)])
    name, line = report.place_of(code)
    here = {"line": line, "name": name, "filename": structured.intern_string(code.co_filename)}
    return [*callers, here]
