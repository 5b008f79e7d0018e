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
from alternator import configuration, errors

DYNAMO = "torch._dynamo"
# What programs catch, by the name that torch has for it.
EXCEPTIONS = {
    "TorchDynamoException": errors.AlternatorError,
    "Unsupported": errors.Unsupported,
    "RecompileError": errors.RecompileError,
    "BackendCompilerFailed": errors.BackendFailed,
    "UserError": errors.ConstraintViolation,
}


def install() -> None:
    """From now on `torch.compile` and what belongs to it are Alternator's, in this process."""
    torch.compile = alternator.compile  # type: ignore[assignment]
    for name in ("compile", "reset", "disable", "set_stance", "allow_in_graph"):
        setattr(torch.compiler, name, getattr(alternator, name))

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
    torch_reset = dynamo.reset

    @functools.wraps(torch_reset)
    def reset() -> None:
        torch_reset()
        alternator.reset()

    def optimize(*args: Any, rebuild_ctx: Any = None, **kwargs: Any) -> Any:
        return alternator.optimize(*args, **kwargs)

    dynamo.reset = reset
    dynamo.optimize = optimize
    dynamo.optimize_assert = functools.partial(optimize, nopython=True)
    for name in ("allow_in_graph", "disable", "explain", "set_stance", "OptimizedModule"):
        setattr(dynamo, name, getattr(alternator, name))
    for name, exception in EXCEPTIONS.items():
        setattr(dynamo.exc, name, exception)
    _share_settings(dynamo.config)


def _share_settings(config: Any) -> None:
    """What is set in torch's configuration is set in Alternator's, where that knows the name."""

    class Shared(type(config)):  # type: ignore[misc]
        def __setattr__(self, name: str, value: Any) -> None:
            super().__setattr__(name, value)
            if configuration.knows(name):
                setattr(alternator.config, name, value)

    object.__setattr__(config, "__class__", Shared)
