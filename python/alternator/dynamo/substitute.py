"""Replaces torch's front end by Alternator under all of its names."""

from __future__ import annotations

import functools
import sys
import warnings
from typing import Any

import torch

import alternator
from alternator import api, errors, marks
from alternator.dynamo import entries, names as torch_names, settings as torch_settings, state as shared_state
from alternator.dynamo.state import DYNAMO


def install() -> None:
    """Replaces `torch.compile` and related names in this process."""
    torch.compile = alternator.compile  # type: ignore[assignment]
    for name in ("compile", "reset", "disable", "set_stance", "allow_in_graph"):
        setattr(torch.compiler, name, getattr(alternator, name))
    torch.compiler.substitute_in_graph = _substitute_in_graph
    torch.compiler.set_enable_guard_collectives = _set_enable_guard_collectives

    def compile_in_place(self: torch.nn.Module, *args: Any, **kwargs: Any) -> None:
        self._compiled_call_impl = alternator.compile(self._call_impl, *args, **kwargs)  # type: ignore[assignment]

    torch.nn.Module.compile = compile_in_place  # type: ignore[method-assign]
    shared_state.replaced = True
    torch_settings.check_environment()
    shared_state.when_imported(_take_over)
    _install_in_children()


def _install_in_children() -> None:
    """Makes spawned processes of multiprocessing do the same."""
    from multiprocessing import spawn

    command_line = spawn.get_command_line

    @functools.wraps(command_line)
    def with_substitutes(**kwargs: Any) -> list[str]:
        command = command_line(**kwargs)
        if "-c" in command:
            place = command.index("-c") + 1
            command[place] = f"from alternator.dynamo import substitute; substitute.install(); {command[place]}"
        return command

    spawn.get_command_line = with_substitutes


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
        if hooks := kwargs.pop("hooks", None):
            kwargs.update(vars(hooks))
        # What torch's own callers pass on without wanting anything by it.
        optimizer = alternator.optimize(*args, **{k: v for k, v in kwargs.items() if v is not None})
        optimizer.__class__ = Optimizer
        return optimizer

    # Torch's own front end, which exports, calls what stands in for its functions while it traces.
    dynamo.trace_rules.add("alternator")
    for name in ("reset", "reset_code", "reset_code_caches"):
        setattr(dynamo, name, forgetting(getattr(dynamo, name)))
    dynamo.eval_frame.reset_code = dynamo.reset_code
    dynamo.optimize = optimize
    dynamo.run = dynamo.decorators.run = run
    dynamo.substitute_in_graph = _substitute_in_graph
    # Not every release of torch takes a substitute back.
    if unregister := getattr(dynamo.decorators, "_unregister_substitute_in_graph", None):
        dynamo.decorators._unregister_substitute_in_graph = functools.partial(_unregister_substitute, unregister)
    # Some callers find these two where they are defined.
    for module in (dynamo.eval_frame, torch._C._dynamo.eval_frame):
        module._debug_get_cache_entry_list = entries.of_code
    torch._C._dynamo.eval_frame.reset_code = forgetting(torch._C._dynamo.eval_frame.reset_code)
    dynamo.optimize_assert = functools.partial(optimize, nopython=True)
    # Not every release has these two.
    if hasattr(dynamo, "allow_c_slot"):
        dynamo.allow_c_slot = _saying_so(dynamo.allow_c_slot)
    if debugger := getattr(dynamo, "bytecode_debugger", None):
        debugger.debug = _refused("torch._dynamo.bytecode_debugger.debug", "bytecode_debugger")
    for name in ("allow_in_graph", "disable", "explain", "set_stance"):
        setattr(dynamo, name, getattr(alternator, name))


def _refused(what: str, name: str) -> Any:
    def refuse(*_: Any, **__: Any) -> Any:
        raise RuntimeError(f"{what} is not possible with Alternator: {torch_names.reason_of(name)}")

    return refuse


def _saying_so(function: Any) -> Any:
    @functools.wraps(function)
    def said(*args: Any, **kwargs: Any) -> Any:
        name = function.__name__
        warnings.warn(f"{name} makes no difference to Alternator: {torch_names.reason_of(name)}", stacklevel=2)
        return function(*args, **kwargs)

    return said


def _set_enable_guard_collectives(enabled: bool) -> bool:
    if enabled:
        _refused("torch.compiler.set_enable_guard_collectives", "set_enable_guard_collectives")()
    return False


class Optimizer(api.Optimizer):
    """Refuses use as a `with` block unless a setting allows it, as torch does."""

    def __enter__(self) -> None:
        if sys.modules[DYNAMO].config.raise_on_ctx_manager_usage:
            raise RuntimeError(
                "torch._dynamo.optimize(...) is used with a context manager; set "
                "torch._dynamo.config.raise_on_ctx_manager_usage to False to allow that"
            )
        super().__enter__()


def run(fn: Any = None) -> Any:
    """A decorator and context manager: uses compiled entries and compiles nothing new."""
    if fn is not None and not callable(fn):
        raise errors.NotCallable(f"a callable was expected to run, not {type(fn).__name__}")
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
