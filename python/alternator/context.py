"""Contexts: what one call of `compile` or `optimize` asked for.

The engine knows a context by its id. Equal requests share a context, and so share
compiled code. A context lives as long as something compiled under it does, so that
a backend and the graphs it keeps can die.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable
from typing import Any

from alternator import _engine

Backend = Callable[..., Callable[..., Any]]


class Context:
    """The settings of a compilation, read by the engine."""

    def __init__(
        self,
        backend: str | Backend,
        *,
        fullgraph: bool = False,
        dynamic: bool | None = None,
        mode: str | None = None,
        options: dict[str, Any] | None = None,
        guard_filter: Callable[..., Any] | None = None,
        recompile_limit: int | None = None,
        isolate_recompiles: bool = False,
        name: str | None = None,
    ) -> None:
        self.id = next(_ids)
        self.fullgraph = fullgraph
        self.dynamic = dynamic
        self.guard_filter = guard_filter
        self.recompile_limit = recompile_limit
        self.isolate_recompiles = isolate_recompiles
        self.request = backend
        self.mode = mode
        self.options = options
        self.name = name
        self._backend: Backend | None = None

    @property
    def backend_name(self) -> str:
        if isinstance(self.request, str):
            return self.request
        return getattr(self.request, "__name__", None) or type(self.request).__name__

    @property
    def backend(self) -> Backend:
        """The callable to give graphs to; found on first use, since finding it may import much."""
        if self._backend is None:
            self._backend = self._find_backend(self.request)
        return self._backend

    def _find_backend(self, request: Any) -> Backend:
        if request == "inductor":
            import torch

            return torch._TorchCompileInductorWrapper(self.mode, self.options, self.dynamic, self.name)
        if request == "eager" and not self.options:
            return eager
        if isinstance(request, str):
            from torch._dynamo.backends.registry import lookup_backend

            request = lookup_backend(request)
        extra: dict[str, Any] = {}
        if self.mode and self.mode != "default":
            extra["mode"] = self.mode
        if self.options:
            extra["options"] = self.options
        if extra:
            import functools

            return functools.partial(request, **extra)
        return request

    def settings(self) -> dict[str, Any]:
        """The arguments that make such a context again, for pickling what was compiled under it."""
        return {
            "backend": self.request,
            "fullgraph": self.fullgraph,
            "dynamic": self.dynamic,
            "mode": self.mode,
            "options": self.options,
            "guard_filter": self.guard_filter,
            "recompile_limit": self.recompile_limit,
            "isolate_recompiles": self.isolate_recompiles,
            "name": self.name,
        }

    def __repr__(self) -> str:
        return f"<context {self.id}: {self.backend_name}>"


def eager(gm, example_inputs):
    """Runs the graph as captured. What torch's registry calls `eager`, without importing it."""
    return gm.forward


def share(**settings: Any) -> Context:
    """The living context of these settings, or a new one."""
    key = None
    if not settings.get("isolate_recompiles"):
        key = _key(settings)
        context = _shared.get(key)
        if context is not None:
            return context
    context = Context(**settings)
    _by_id[context.id] = context
    if context.recompile_limit is not None:
        _engine.set_limit(context.recompile_limit, context.id)
    weakref.finalize(context, _engine.drop_context, context.id).atexit = False
    if key is not None:
        _shared[key] = context
    return context


def find(context_id: int) -> Context | None:
    """The context of an id, while something compiled under it is alive."""
    return _by_id.get(context_id)


def _key(settings: dict[str, Any]) -> tuple[Any, ...] | None:
    parts = []
    for name in sorted(settings):
        value = settings[name]
        if isinstance(value, dict):
            value = repr(sorted(value.items()))
        elif callable(value):
            # By identity: a backend may be unhashable, or equal to another and yet a different one.
            # The context keeps it alive, so its address is not given to another.
            value = id(value)
        parts.append((name, value))
    return tuple(parts)


_ids = itertools.count(1)
_by_id: weakref.WeakValueDictionary[int, Context] = weakref.WeakValueDictionary()
_shared: weakref.WeakValueDictionary[tuple[Any, ...], Context] = weakref.WeakValueDictionary()


def compiling() -> bool:
    """What traced code is told when it asks whether it is being compiled."""
    return True
