"""State that torch's front end and Alternator share: settings, stances, counters, error classes.

There is one of each, whichever of the two a program uses. torch._dynamo takes a second to import, and most programs
never ask for it, so that all of this waits until somebody does. """

from __future__ import annotations

import importlib.abc
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from alternator import configuration, errors

DYNAMO = "torch._dynamo"

# Alternator's errors are torch's of these names as well, for whoever catches those.
ERRORS = {
    errors.AlternatorError: ("TorchDynamoException",),
    errors.Unsupported: ("Unsupported", "UncapturedHigherOrderOpError"),
    errors.OperatorRaised: ("TorchRuntimeError",),
    errors.DataDependent: ("UserError",),
    errors.RecompileError: ("RecompileError",),
    errors.FailOnRecompileLimitHit: ("FailOnRecompileLimitHit",),
    errors.CallbackFailed: ("InternalTorchDynamoError",),
    errors.BackendFailed: ("BackendCompilerFailed",),
}

# Whether torch.compile is Alternator's, so that a setting is meant for it.
replaced = False

_waiting: list[Callable[[Any], None]] = []


def when_imported(action: Callable[[Any], None]) -> None:
    """Calls `action` with torch._dynamo, now or when it is imported."""
    module = sys.modules.get(DYNAMO)
    if module is not None and not getattr(module.__spec__, "_initializing", False):
        return action(module)
    if not _waiting:
        sys.meta_path.insert(0, _AtImport())
    _waiting.append(action)


class _AtImport(importlib.abc.MetaPathFinder):
    """An import hook that waits for torch._dynamo."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != DYNAMO:
            return None
        import importlib.util

        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def run_and_join(module: ModuleType) -> None:
                run(module)
                while _waiting:
                    _waiting.pop(0)(module)

            spec.loader.exec_module = run_and_join  # type: ignore[method-assign]
        return spec


def begin() -> None:
    """Follows torch.compiler.config from the start: it is imported with torch, and traces guard its class."""
    import torch.compiler.config

    _follow(torch.compiler.config)


def join(dynamo: Any) -> None:
    """Shares torch's state with Alternator."""
    from alternator import report
    from alternator.dynamo import records as torch_records
    from alternator.optimized_module import OptimizedModule

    _share_errors(dynamo.exc)
    _show_functions(dynamo)
    # Each name under which torch keeps its class names a base of Alternator's.
    OptimizedModule.__bases__ = (dynamo.eval_frame.OptimizedModule,)
    _share_settings(dynamo.config)
    _share_stance(dynamo)
    report.recorder = torch_records.Recorder(dynamo)
    report.early.hand_over(dynamo.utils.counters, report.recorder)


def _share_errors(exc: Any) -> None:
    for own, names in ERRORS.items():
        own.__bases__ = (*own.__bases__, *(getattr(exc, name) for name in names if hasattr(exc, name)))


def _show_functions(dynamo: Any) -> None:
    """Lets torch's own tracer, which exports, see the functions and modules under compiled ones."""
    from alternator import _engine
    from alternator.optimized_module import OptimizedModule

    builder = sys.modules["torch._dynamo.variables.builder"]
    wrap = builder.VariableBuilder._wrap

    def wrap_function_under(self: Any, value: Any) -> Any:
        under = {_engine.CompiledFunction: "__wrapped__", OptimizedModule: "_orig_mod"}.get(type(value))
        if under is None:
            return wrap(self, value)
        return builder.VariableBuilder(self.tx, builder.AttrSource(self.source, under))(getattr(value, under))

    builder.VariableBuilder._wrap = wrap_function_under


def _share_stance(dynamo: Any) -> None:
    from alternator import stance

    set_theirs = dynamo.eval_frame._set_stance

    def set_both(wanted: Any) -> Any:
        before = set_theirs(wanted)
        stance.follow(wanted.stance, wanted.skip_guard_eval_unsafe, wanted.backend)
        return before

    set_both._dynamo_forbidden = True  # type: ignore[attr-defined]
    for module in (dynamo.eval_frame, dynamo.decorators):
        module._set_stance = set_both
    now = dynamo.eval_frame._stance
    if now.stance != "default" or now.backend is not None or now.skip_guard_eval_unsafe:
        stance.follow(now.stance, now.skip_guard_eval_unsafe, now.backend)


def _share_settings(config: Any) -> None:
    """Forwards settings between torch's configuration and Alternator's, in both directions."""
    for name, value in configuration.values.items():
        if name not in config._config or config._config[name].alias is not None:
            continue
        if isinstance(value, set):
            theirs = getattr(config, name)
            theirs.update(value)
            configuration.values[name] = theirs  # programs add to it where it is
        elif value != configuration.DEFAULTS[name]:
            setattr(config, name, value)
        else:
            configuration.take(name, getattr(config, name))
    _follow(config)
    configuration.theirs = config


def _follow(config: Any) -> None:
    where = config.__name__

    class Shared(type(config)):  # type: ignore[misc]
        def __setattr__(self, name: str, value: Any) -> None:
            entry = self._config.get(name)
            # What is another name for a setting comes here once more with that.
            own = entry is not None and entry.alias is None
            if own and replaced:
                from alternator.dynamo import settings as torch_settings

                if not torch_settings.set_by_torch():
                    torch_settings.check(where, name, value, entry.default)
            super().__setattr__(name, value)
            if own and configuration.knows(name):
                configuration.take(name, value)

    object.__setattr__(config, "__class__", Shared)
