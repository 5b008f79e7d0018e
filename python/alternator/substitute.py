"""Puts Alternator in the place of torch's front end, wherever a program would name it."""

from __future__ import annotations

import functools
import importlib.abc
import importlib.util
import sys
from types import ModuleType
from typing import Any

import torch

import alternator
from alternator import api, configuration, errors, marks, report

DYNAMO = "torch._dynamo"
# What programs catch, by the name that torch has for it.
EXCEPTIONS = {
    "TorchDynamoException": errors.AlternatorError,
    "Unsupported": errors.Unsupported,
    "UncapturedHigherOrderOpError": errors.Unsupported,
    "TorchRuntimeError": errors.OperatorRaised,
    "UserError": errors.DataDependent,
    "RecompileError": errors.RecompileError,
    "FailOnRecompileLimitHit": errors.FailOnRecompileLimitHit,
    "BackendCompilerFailed": errors.BackendFailed,
}


def install() -> None:
    """From now on `torch.compile` and what belongs to it are Alternator's, in this process."""
    torch.compile = alternator.compile  # type: ignore[assignment]
    for name in ("compile", "reset", "disable", "set_stance", "allow_in_graph"):
        setattr(torch.compiler, name, getattr(alternator, name))
    torch.compiler.substitute_in_graph = _substitute_in_graph

    def compile_in_place(self: torch.nn.Module, *args: Any, **kwargs: Any) -> None:
        self._compiled_call_impl = alternator.compile(self._call_impl, *args, **kwargs)  # type: ignore[assignment]

    torch.nn.Module.compile = compile_in_place  # type: ignore[method-assign]
    if DYNAMO in sys.modules:
        _take_over(sys.modules[DYNAMO])
    else:
        # It takes a second to import, and most programs never ask for it.
        sys.meta_path.insert(0, _AtImport())


class _AtImport(importlib.abc.MetaPathFinder):
    """Waits for somebody to import torch's own front end."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != DYNAMO:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def run_and_take_over(module: ModuleType) -> None:
                run(module)
                _take_over(module)

            spec.loader.exec_module = run_and_take_over  # type: ignore[method-assign]
        return spec


def _take_over(dynamo: Any) -> None:
    def forgetting(forget: Any) -> Any:
        @functools.wraps(forget)
        def forget_both(*args: Any) -> None:
            forget(*args)
            alternator.reset()

        return forget_both

    def optimize(*args: Any, rebuild_ctx: Any = None, error_on_graph_break: Any = None, **kwargs: Any) -> Any:
        if error_on_graph_break:
            kwargs["nopython"] = True
        # What torch's own callers pass on without wanting anything by it.
        optimizer = alternator.optimize(*args, **{k: v for k, v in kwargs.items() if v is not None})
        optimizer.__class__ = Optimizer
        return optimizer

    for name in ("reset", "reset_code", "reset_code_caches"):
        setattr(dynamo, name, forgetting(getattr(dynamo, name)))
    dynamo.eval_frame.reset_code = dynamo.reset_code
    dynamo.optimize = optimize
    dynamo.run = dynamo.decorators.run = run
    dynamo.substitute_in_graph = _substitute_in_graph
    # Not every release of torch takes a substitute back.
    if unregister := getattr(dynamo.decorators, "_unregister_substitute_in_graph", None):
        dynamo.decorators._unregister_substitute_in_graph = functools.partial(_unregister_substitute, unregister)
    dynamo.eval_frame._debug_get_cache_entry_list = _cache_entries
    report.listener = Recorder(dynamo)
    dynamo.optimize_assert = functools.partial(optimize, nopython=True)
    for name in ("allow_in_graph", "disable", "explain", "set_stance", "OptimizedModule"):
        setattr(dynamo, name, getattr(alternator, name))
    for name, exception in EXCEPTIONS.items():
        setattr(dynamo.exc, name, exception)
    _share_settings(dynamo.config)


class Optimizer(api.Optimizer):
    """torch refuses the use as a `with` block, unless it is told not to."""

    def __enter__(self) -> None:
        if sys.modules[DYNAMO].config.raise_on_ctx_manager_usage:
            raise RuntimeError(
                "torch._dynamo.optimize(...) is used with a context manager; set "
                "torch._dynamo.config.raise_on_ctx_manager_usage to False to allow that"
            )
        super().__enter__()


def run(fn: Any = None) -> Any:
    """What is compiled already is used, and nothing is compiled: a decorator, and a context manager."""
    stance = alternator.set_stance("eager_on_recompile")
    stance.__exit__()  # from the block or the calls on
    return stance if fn is None else stance(fn)


def _substitute_in_graph(original: Any, **settings: Any) -> Any:
    """Registers with torch, which checks what it is given, and then with Alternator."""
    from torch._dynamo.decorators import substitute_in_graph

    register = substitute_in_graph(original, **settings)

    def substitute(traceable: Any) -> Any:
        wrapped = register(traceable)
        marks.substitutes.update({id(original): traceable, id(wrapped): traceable})
        return wrapped

    return substitute


def _unregister_substitute(unregister: Any, original: Any) -> None:
    from torch._dynamo.variables import PolyfilledFunctionVariable

    wrapped = PolyfilledFunctionVariable._get_polyfill_handlers().get(original)
    for function in (original, wrapped):
        marks.substitutes.pop(id(function), None)
    unregister(original)


def _cache_entries(code: Any) -> list[Any]:
    """What there is of compiled code for a code object: its guards, an entry each."""
    return alternator._engine.guards(getattr(code, "__code__", code))


class Recorder:
    """Keeps torch's counters, and calls its callbacks, as compilations happen."""

    def __init__(self, dynamo: Any) -> None:
        self._counters = dynamo.utils.counters
        self._reasons = dynamo.utils.graph_break_reasons
        self._handler = dynamo.callback.callback_handler
        self._open: list[Any] = []

    def __call__(self, event: str, *details: Any) -> None:
        getattr(self, event)(*details)

    def began(self, frame: int, attempt: int, code: Any) -> None:
        from torch._dynamo.callback import CallbackTrigger

        self._counters["frames"]["total"] += 1
        callbacks = self._handler.install_callbacks(CallbackTrigger.DYNAMO, f"{frame}/{attempt}")
        callbacks.__enter__()
        self._open.append(callbacks)

    def ended(self, compiled: bool) -> None:
        if compiled:
            self._counters["frames"]["ok"] += 1
        if self._open:
            self._open.pop().__exit__(None, None, None)

    def graph(self, operations: int) -> None:
        self._counters["stats"]["unique_graphs"] += 1
        self._counters["stats"]["calls_captured"] += operations

    def broke(self, reason: str, file: str, line: int, function: str) -> None:
        self._counters["graph_break"][reason] += 1
        self._reasons.append(report.BreakReason(reason, file, line, function))


def _share_settings(config: Any) -> None:
    """What is set in torch's configuration is set in Alternator's, where that knows the name."""
    for name, value in configuration.values.items():
        if isinstance(value, set):
            configuration.values[name] = getattr(config, name)  # programs add to it where it is

    class Shared(type(config)):  # type: ignore[misc]
        def __setattr__(self, name: str, value: Any) -> None:
            super().__setattr__(name, value)
            if configuration.knows(name):
                setattr(alternator.config, name, value)

    object.__setattr__(config, "__class__", Shared)
