"""From a finished graph to a callable: where the engine meets the backend."""

from __future__ import annotations

import contextlib
import functools
import itertools
import random
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
from torch._guards import CompileId, DuplicateInputs, tracing
from torch.fx._lazy_graph_module import _LazyGraphModule, _use_lazy_graph_module

from alternator import _engine, logs, report
from alternator.backend import ahead, custom_functions, expressions, nonstrict, settings as backend_settings, shared_bodies, specialised
from alternator.runtime import function_modes
from alternator import context as contexts
from alternator.errors import OPERATOR_RAISED, BackendFailed, Declined, NotCallable, Restart, of_backend
from alternator.backend.fakes import Fakes, Input, LazyTracingContext, Part, Symbol
from alternator.backend.graph_module import graph_module
from alternator.backend.node_meta import PlaceholderMeta, Propagation
from alternator.backend.tidying import tidy
from alternator.backend.turns import in_turn

_numbers = itertools.count()

# The check of a factorisation has no result. Until torch 2.13 compilers leave out what has none, and with it the error.
torch.fx.node.has_side_effect(torch.ops.aten._linalg_check_errors.default)


class CompiledGraph(NamedTuple):
    """The result for the engine."""

    call: Any
    """Takes the inputs positionally, gives a list or tuple; every frame below is left alone."""
    guards: list[tuple[Any, ...]]
    """What the backend assumed beyond the trace, each one of

    - ("shape", expression, text): holds of the symbols' values (see `alternator.backend.expressions`);
    - ("same", input, input): these two are one tensor, told by their places among the inputs;
    - ("memory", inputs): the graph's inputs share memory as they do now; it writes into the named ones.
    """
    writes: str
    """How inputs are written: by the graph's own "operators", where they stand in it; "last", by operators behind all others;
    or by "kernels" of the backend's own, which raise no tensor's version."""


@in_turn
def compile_graph(
    graph: torch.fx.Graph,
    propagation: Propagation,
    attributes: dict[str, Any],
    inputs: list[tuple[Any, ...]],
    context_id: int,
    compile_id: tuple[int, int],
    symbols: dict[str, tuple[int, int | None, int | None]] | None = None,
    frame: dict[str, Any] | None = None,
    arrays: list[int] | None = None,
    memory: tuple[list[int], bool] = ([], False),
    overriding: bool = False,
    modes: bool = False,
) -> CompiledGraph:
    """Has the backend of a context compile a graph.

    - propagation: what the nodes' `meta` asks for their example values;
    - attributes: the objects of `get_attr` and `call_module` nodes, by target;
    - inputs: for each placeholder in order, the fields of `fakes.Input`;
    - compile_id: number of the frame, and which compilation of it this is;
    - symbols: by name, the hint and the bounds known of it (`fakes.Symbol`);
    - frame: what is known of the frame, for the backend's logs (`name`, `file`, `line`, `reason`);
    - arrays: places among the inputs for which calls bring NumPy arrays, of which the graph wants tensors;
    - memory: places among the inputs of those that the graph may write into, and whether one of them overlaps
      with another input;
    - modes: whether torch-function modes are on around it, which were asked while tracing.
    - overriding: whether some inputs are of classes with a `__torch_function__`, which was asked while tracing.

    Raises `BackendFailed`, `Declined` where the frame is to run as it is written, or `Restart`.
    """
    context = contexts.find(context_id)
    if context is None:
        raise RuntimeError(f"compilation context {context_id} is gone")
    name = f"__compiled_fn_{next(_numbers)}"
    fakes = Fakes([_input(*i) for i in inputs], {k: Symbol(*v) for k, v in (symbols or {}).items()})
    module = _graph_module(graph, attributes, fakes, name, compile_id)
    propagation.begin(module, fakes)
    if frame:
        module.meta["alternator_frame"] = frame
        place = frame.pop("ends_at") or (frame["file"], frame["line"], frame["name"])
        module.compile_subgraph_reason = report.BreakReason(
            frame.get("reason") or "the function returns", *place, "reason" in frame
        )
    for topic, text in (("graph", report.graph_table), ("graph_code", report.graph_code), ("graph_sizes", report.graph_sizes)):
        if _engine.log_enabled(topic):
            _engine.log(topic, text(name, module))
    wanted = [] if memory[1] or overriding else specialised.conditions(fakes.inputs)
    tracing_context = LazyTracingContext(fakes)
    with function_modes.aside(), _preserved(), tracing(tracing_context), report.handed_over(module, [i.value for i in fakes.inputs]):
        key = compiled = None
        if context.request == "inductor" and not memory[1] and not overriding:
            from alternator import store

            key = store.key_of(context, module, fakes, memory[0])
            compiled = store.find(key, module) if key else None
        try:
            if compiled is None:
                if key:
                    ahead.begin()
                with contextlib.ExitStack() as circumstances:
                    if memory[1]:
                        circumstances.enter_context(_uncached())
                    if overriding:
                        circumstances.enter_context(torch._C.DisableTorchFunctionSubclass())
                    call = _call_backend(context, module, fakes.example_inputs())
                guards = _new_guards(fakes, tracing_context, memory[0])
                compiled = CompiledGraph(call, guards, _how_it_writes(fakes, tracing_context))
                if key:
                    store.keep(key, module, compiled, tracing_context.metadata, len(inputs))
        except BackendFailed as error:
            if not any(input.number for input in fakes.inputs):
                raise
            # Torch's passes do not know every function of a number that a tensor holds (`%` is one).
            raise Restart(str(error)) from error
        finally:
            fakes.seal()
    call = compiled.call
    if wanted:
        call = specialised.dispatching(call, wanted, functools.partial(_compile_for, context, module, fakes, call))
    call = tidy(graph, call)
    if overriding:
        call = function_modes.without_subclasses(call)
    if modes:
        call = function_modes.without_modes(call)
    if arrays:
        from alternator.runtime.arrays import with_tensors

        call = with_tensors(call, arrays)
    return compiled._replace(call=_engine.Disabled(call, name))


@in_turn
def _compile_for(
    context: contexts.Context,
    module: torch.fx.GraphModule,
    fakes: Fakes,
    otherwise: Callable[..., Any],
    condition: specialised.Condition,
    values: Sequence[Any],
) -> Callable[..., Any]:
    """Has the backend compile a graph once more, for inputs of which a condition holds. `otherwise` serves where it declines."""
    fakes = fakes.of_other_inputs(values)
    with function_modes.aside(), _preserved(), tracing(LazyTracingContext(fakes)), fakes.assuming(*condition):
        try:
            return _call_backend(context, module, fakes.example_inputs())
        except Declined:
            return otherwise
        finally:
            fakes.seal()


def looked_at(
    graph: torch.fx.Graph, attributes: dict[str, Any], inputs: list[tuple[Any, ...]], symbols: dict[str, tuple[Any, ...]]
) -> tuple[Fakes, torch.fx.GraphModule]:
    """A graph that no backend gets, for the program to look at."""
    fakes = Fakes([_input(*i) for i in inputs], {k: Symbol(*v) for k, v in symbols.items()})
    return fakes, _graph_module(graph, attributes, fakes, "__so_far", (0, 0))


def _input(*fields: Any) -> Input:
    input = Input(*fields)
    return input._replace(parts=_parts(input.parts)) if input.parts else input


def _parts(parts: Sequence[tuple[Any, ...]]) -> tuple[Part, ...]:
    return tuple(Part(name, dims, _parts(inner)) for name, dims, inner in parts)


def _uncached() -> Any:
    """Disables AOTAutograd's cache, whose keys ignore whether inputs overlap."""
    import torch._functorch.config

    return torch._functorch.config.patch(enable_autograd_cache=False)


def _graph_module(
    graph: torch.fx.Graph, attributes: dict[str, Any], fakes: Fakes, name: str, compile_id: tuple[int, int]
) -> torch.fx.GraphModule:
    placeholders = itertools.takewhile(lambda node: node.op == "placeholder", graph.nodes)
    for index, node in enumerate(placeholders):
        # Past `Node.__setattr__`, which keeps tables that neither of these is in.
        meta = PlaceholderMeta(node.meta)
        meta.maker = fakes, index
        object.__setattr__(node, "meta", meta)
        object.__setattr__(node, "_dynamo_source", fakes.sources[index])
    nonstrict.prepare(graph)
    custom_functions.prepare(graph)
    # Code for the graph is generated when it is first run: many backends never run it.
    with _use_lazy_graph_module(True):
        module = graph_module(graph, attributes)
    module.meta.update(
        dynamo_compile_id=CompileId(frame_id=compile_id[0], frame_compile_id=compile_id[1]),
        backend_id=name,
        dynamo_flat_name_to_original_fqn={},
    )
    module._param_name_to_source = {}
    module._source_to_user_stacks = {}
    module.compile_subgraph_reason = None
    return module


def _call_backend(context: contexts.Context, module: torch.fx.GraphModule, examples: list[Any]) -> Callable[..., Any]:
    compile_id = module.meta["dynamo_compile_id"]
    try:
        backend = backend_settings.chosen(context.backend, context.backend_name, compile_id)
        shared_bodies.prepare(module, context.request)
        with backend_settings.patched(compile_id):
            logs.step("Step 2: calling compiler function %s", context.backend_name, module="output_graph")
            # Backends trace the graph, which may raise in the middle.
            call = tidy(module.graph, backend)(module, examples)
            logs.step("Step 2: done compiler function %s", context.backend_name, module="output_graph")
    except Exception as error:
        if type(error).__name__ == "TensorifyScalarRestartAnalysis":
            raise Restart from error
        if type(error).__name__ in _DECLINING:
            raise Declined(f"the backend {context.backend_name!r} leaves the frame to Python: {error}") from error
        if isinstance(error, IndexError) and _comes_from_graph(error):
            raise Declined(f"{OPERATOR_RAISED}: {error}") from error
        raise of_backend(context.backend_name, error) from error
    if not callable(call):
        raise BackendFailed(context.backend_name, NotCallable(f"a backend gives a callable, not {call!r}"))
    return _with_code(call)


# Torch's words for a frame that a backend cannot compile and Python can run.
_DECLINING = frozenset(
    {
        "SkipFrame", "DataDependentOutputException", "DynamicOutputShapeException", "UnsupportedOperatorException",
        "UnsupportedFakeTensorException", "UnsupportedMutationAliasingException", "GuardOnDataDependentSymNode",
    }
)  # fmt: skip


def _comes_from_graph(error: BaseException) -> bool:
    """Whether an error was raised by an operator of the graph, so that the program raises it as well."""
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    return any(frame.f_code is torch.fx.Interpreter.run_node.__code__ for frame in frames)


def _with_code(call: Callable[..., Any]) -> Callable[..., Any]:
    """Generates a lazy graph module's code now, to call it directly."""
    module = call if isinstance(call, _LazyGraphModule) else getattr(call, "__self__", None)
    if isinstance(module, _LazyGraphModule):
        _LazyGraphModule.force_recompile(module)
        if call is not module:
            return module.forward
    return call


def _new_guards(fakes: Fakes, tracing_context: LazyTracingContext, written: list[int]) -> list[tuple[Any, ...]]:
    """Guards that the backend's ShapeEnv and AOTAutograd added."""
    guards: list[tuple[Any, ...]] = []
    if fakes.made:
        from torch.utils._sympy.symbol import SymT, symbol_is_type

        environment = fakes.environment
        for guard in environment.guards[fakes.first_guard :]:
            try:
                expression = expressions.from_sympy(guard.expr, fakes.symbol_names)
            except expressions.Untranslatable:
                free = guard.expr.free_symbols
                if any(symbol_is_type(symbol, SymT.FLOAT) for symbol in free):
                    raise Restart(f"the backend assumes {guard.expr} of a float") from None
                if not free <= set(fakes.symbol_names):
                    continue  # about symbols the backend made up, which it checks at run time
                guards.append(("shape", None, str(guard.expr)))
            else:
                if expression is not True:
                    guards.append(("shape", expression, expressions.text(expression)))
    for guard in tracing_context.guards_context.aotautograd_guards:
        if isinstance(guard, DuplicateInputs):
            guards.append(("same", guard.input_source_a.index, guard.input_source_b.index))
    # A backend without use for fakes runs the graph as it is written, wherever its inputs lie.
    if fakes.for_backend and (written := _written_inputs(len(fakes.inputs), tracing_context, written)):
        guards.append(("memory", written))
    return guards


def _written_inputs(count: int, tracing_context: LazyTracingContext, perhaps: list[int]) -> list[int]:
    """The inputs that the graph writes into, of those that it may. AOTAutograd's metadata tells, unless it was a cache
    hit, or merged overlapping inputs."""
    if len(tracing_context.metadata) != 1 or len(info := tracing_context.metadata[0].input_info) != count:
        return perhaps
    return [i for i in perhaps if info[i].mutates_data or info[i].mutates_metadata]


def _how_it_writes(fakes: Fakes, tracing_context: LazyTracingContext) -> str:
    """See `CompiledGraph.writes`. AOTAutograd writes behind the backend's kernels, unless it leaves writes to the kernels; a
    backend that used no fakes runs the graph's operators."""
    if not fakes.for_backend:
        return "operators"
    left = len(tracing_context.metadata) != 1 or tracing_context.metadata[0].mutated_graph_handled_indices
    return "kernels" if left else "last"


class _preserved:  # noqa: N801 - used like a function
    """Restores random states, grad mode and the recursion limit after a backend has compiled. Inductor raises the
    limit, and a program that reads it (`inspect.unwrap` does) would be compiled again."""

    __slots__ = ("_python", "_torch", "_cuda", "_grad", "_limit")

    def __enter__(self) -> None:
        self._grad = torch.is_grad_enabled()
        self._limit = sys.getrecursionlimit()
        self._python = random.getstate()
        self._torch = torch.get_rng_state()
        self._cuda = torch.cuda.get_rng_state() if torch.cuda.is_initialized() else None

    def __exit__(self, *_: object) -> None:
        torch._C._set_grad_enabled(self._grad)
        if sys.getrecursionlimit() != self._limit:
            sys.setrecursionlimit(self._limit)
        random.setstate(self._python)
        torch.set_rng_state(self._torch)
        if self._cuda is not None:
            torch.cuda.set_rng_state(self._cuda)


