"""Contexts: the settings of one call of `compile` or `optimize`.

The engine knows a context by its id. Equal requests share a context, and so share compiled code, also when nothing is
left of the earlier ones: `compile(f)(x)` in a loop compiles once. A context object lives as long as something compiled
under it does. After that nothing refers to its backend, so that a backend and its graphs can be freed. """

from __future__ import annotations

import itertools
import os
import threading
import types
import weakref
from collections.abc import Callable
from typing import Any

from alternator import _engine, configuration

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
        guard_fail: Callable[..., Any] | None = None,
        recompile_limit: int | None = None,
        isolate_recompiles: bool = False,
        name: str | None = None,
        shapes: Any = None,
        compiled_autograd: bool = False,
    ) -> None:
        self.id = next(_ids)
        self.fullgraph = fullgraph
        self.dynamic = dynamic
        self.guard_filter = guard_filter
        self.guard_fail = guard_fail
        self.recompile_limit = recompile_limit
        self.isolate_recompiles = isolate_recompiles
        self.request = backend
        self.mode = mode
        self.options = options
        self.name = name
        self.shapes = shapes
        self.compiled_autograd = compiled_autograd
        self._backend: Backend | None = None

    @property
    def backend_name(self) -> str:
        if isinstance(self.request, str):
            return self.request
        return getattr(self.request, "__name__", None) or type(self.request).__name__

    @property
    def backend(self) -> Backend:
        """The backend callable; found on first use, because finding it may import much."""
        if self._backend is None:
            self._backend = self._find_backend(self.request)
        return self._backend

    @property
    def shares_regions(self) -> bool:
        """Whether the backend gets repeated regions as one body and its calls."""
        choice = configuration.values["repeated_regions"]
        if self._inlines_regions:
            return False
        always = choice == "always" or getattr(configuration.theirs, "use_graph_deduplication", False)
        return always or choice == "auto" and self.request == "inductor"

    @property
    def shares_marked_regions(self) -> bool:
        """Whether the backend gets those that the program marks (`torch.compiler.nested_compile_region`) so. One that runs the
        graph gains nothing, and not each release runs bodies where gradients flow."""
        return self.request != "eager" and not self._inlines_regions

    @property
    def _inlines_regions(self) -> bool:
        """Whether a setting asks for no bodies at all; not each release has it."""
        return getattr(configuration.theirs, "inline_invoke_subgraph", False)

    def _find_backend(self, request: Any) -> Backend:
        if request == "inductor":
            import torch

            settings = (self.mode, self.options, self.dynamic)
            # Earlier releases of torch take no name.
            return torch._TorchCompileInductorWrapper(*settings, *[self.name] if self.name is not None else ())
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

    def compiler_config(self) -> dict[str, Any] | None:
        """The settings that the backend compiles with, where it tells them."""
        tell = getattr(self.backend, "get_compiler_config", None)
        return tell() if tell is not None else None

    def aot_compile(self, target: Callable[..., Any], example_inputs: tuple[Any, Any]) -> Any:
        """Ahead-of-time compilation by torch's own front end, to be saved and loaded by another process."""
        from torch._dynamo.aot_compile import aot_compile_fullgraph

        backend, hooks = self._ahead_of_time()
        return aot_compile_fullgraph(target, example_inputs, hooks=hooks, backend=backend, dynamic=self.dynamic)

    def aot_compile_module(self, module: Any, inputs: list[Any]) -> Any:
        """The same of a module, for each of torch's `ModelInput`s."""
        from torch._dynamo.aot_compile import aot_compile_module

        backend, hooks = self._ahead_of_time()
        return aot_compile_module(module, inputs, hooks, backend)

    def _ahead_of_time(self) -> tuple[Callable[..., Any], Any]:
        if not self.fullgraph:
            raise RuntimeError("what is compiled ahead of time has no graph breaks: compile with fullgraph=True")
        from torch._dynamo.backends.registry import lookup_backend
        from torch._dynamo.hooks import Hooks

        # Of the backends that Alternator has itself, torch's can be saved.
        backend = lookup_backend("eager") if self.request == "eager" else self.backend
        return backend, Hooks(guard_filter_fn=self.guard_filter)

    def around(self, compiled: Callable[..., Any]) -> Callable[..., Any]:
        """A compiled function with what a call of it needs around it, if anything."""
        if self.shapes is not None:
            compiled = self.shapes.checking(compiled)
        return self._with_compiled_autograd(compiled) if self.compiled_autograd else compiled

    def _with_compiled_autograd(self, compiled: Callable[..., Any]) -> Callable[..., Any]:
        """The backward passes that a call begins are graphs, which are compiled as the call is."""
        import functools

        from torch._dynamo import compiled_autograd
        from torch._dynamo.config import assume_static_by_default, compiled_autograd_kwargs_override

        from alternator import api

        dynamic = not assume_static_by_default if self.dynamic is None else self.dynamic
        fullgraph = compiled_autograd_kwargs_override.get("fullgraph", self.fullgraph)
        settings = {"mode": self.mode} if self.options is None else {"options": self.options}
        compile_backward = functools.partial(
            api.compile, backend=self.request, fullgraph=fullgraph, dynamic=self.dynamic, **settings
        )

        def call(*args: Any, **kwargs: Any) -> Any:
            with compiled_autograd._enable(compile_backward, dynamic=dynamic, ignore_active_disable_ctx=False):
                return compiled(*args, **kwargs)

        return functools.wraps(compiled)(call)

    def settings(self) -> dict[str, Any]:
        """The arguments that make such a context again, for pickling what was compiled under it."""
        return {
            "backend": self.request,
            "fullgraph": self.fullgraph,
            "dynamic": self.dynamic,
            "mode": self.mode,
            "options": self.options,
            "guard_filter": self.guard_filter,
            "guard_fail": self.guard_fail,
            "recompile_limit": self.recompile_limit,
            "isolate_recompiles": self.isolate_recompiles,
            "name": self.name,
            "shapes": self.shapes,
            "compiled_autograd": self.compiled_autograd,
        }

    def __repr__(self) -> str:
        return f"<context {self.id}: {self.backend_name}>"


def eager(gm, example_inputs):
    """Runs the graph as captured: torch's `eager` backend, without importing torch's registry."""
    return gm.forward


def share(**settings: Any) -> Context:
    """The context of these settings: a living one, a resting one, or a new one."""
    context = _find_or_make(settings)
    if _forced is not None:
        _put_another_in_place(context)
        _tell_engine()
    return context


def _find_or_make(settings: dict[str, Any]) -> Context:
    if settings.get("isolate_recompiles"):
        return _new(settings)
    plain, callables = _key(settings)
    alike = _known.setdefault(plain, [])
    for known in tuple(alike):
        if known.is_of(callables):
            return known.context() or known.awake(settings)
    context = _new(settings)
    alike.append(_Known(context, plain, callables))
    return context


def _new(settings: dict[str, Any]) -> Context:
    context = Context(**settings)
    _by_id[context.id] = context
    if context.recompile_limit is not None:
        _engine.set_limit(context.recompile_limit, context.id)
    if context.isolate_recompiles:
        weakref.finalize(context, _engine.drop_context, context.id).atexit = False
    return context


class _Known:
    """A context that may be used again.

    When the last function compiled under it is gone it *rests*: its id and its entries stay, each entry as long as its
    code object. It ends when a callable among its settings (a backend) is freed, because then it cannot be requested
    again; when too many others rest; and with a reset. """

    __slots__ = ("id", "context", "plain", "callables", "may_rest", "__weakref__")

    def __init__(self, context: Context, plain: tuple[Any, ...], callables: dict[str, Any]) -> None:
        self.id = context.id
        self.plain = plain
        self.may_rest = _is_plain(context.options)
        self.callables = {name: self._weak(name, value) for name, value in callables.items()}
        self._follow(context)
        if self.may_rest:
            _engine.let_rest(self.id)

    def _weak(self, name: str, value: Any) -> Callable[[], Any]:
        itself = weakref.ref(self)

        def ended(_: Any) -> None:
            known = itself()
            # A context that lives has its callables.
            if known is not None and known.context() is None:
                known.end()

        def of_context() -> Any:
            known = itself()
            context = known and known.context()
            return context and context.settings()[name]

        try:
            return (weakref.WeakMethod if isinstance(value, types.MethodType) else weakref.ref)(value, ended)
        except TypeError:  # the object allows no weak reference
            self.may_rest = False
            return of_context

    def is_of(self, callables: dict[str, Any]) -> bool:
        """Whether these callables equal the context's own, as torch compares backends."""
        return all(_is_same(reference(), callables[name]) for name, reference in self.callables.items())

    def awake(self, settings: dict[str, Any]) -> Context:
        """A living context again: the same one in all threads that ask meanwhile."""
        made = Context(**settings)
        with _waking:
            context = self.context()
            if context is not None:
                return context
            _resting.pop(self.id, None)
            made.id = self.id
            _by_id[self.id] = made
            self._follow(made)
        return made

    def _follow(self, context: Context) -> None:
        self.context = weakref.ref(context)
        weakref.finalize(context, self._rest).atexit = False

    def _rest(self) -> None:
        # It may have been woken again meanwhile.
        if self.context() is not None:
            return
        if not self.may_rest:
            return self.end()
        _resting[self.id] = self
        while len(_resting) > _MOST_RESTING:
            next(iter(_resting.values())).end()

    def end(self) -> None:
        """Ends the context: it cannot be requested again."""
        _resting.pop(self.id, None)
        alike = _known.get(self.plain, [])
        if self in alike:
            alike.remove(self)
        if not alike:
            _known.pop(self.plain, None)
        _engine.drop_context(self.id)


def force(backend: str | Backend | None) -> None:
    """From here on, entering a context enters a copy of it with this backend; None ends that.

    So entries compiled meanwhile are separate from those of the context's own backend. """
    global _forced, _in_place
    # What was in place rests when the engine no longer enters it.
    _forced, before, _in_place = backend, _in_place, {}
    if backend is not None:
        for context in list(_by_id.values()):
            _put_another_in_place(context)
    _tell_engine()
    del before


def _put_another_in_place(context: Context) -> None:
    settings = context.settings()
    wanted = settings | {"backend": _forced, "mode": "default", "options": None, "isolate_recompiles": False}
    if context.id in _in_place or all(settings[name] is value for name, value in wanted.items()):
        return
    other = _find_or_make(wanted)
    _in_place[context.id] = other, _engine.owner_of(other.id)


def _tell_engine() -> None:
    _engine.enter_in_place({number: other.id for number, (other, _) in _in_place.items()})


def forget() -> None:
    """Ends the contexts that rest."""
    for known in tuple(_resting.values()):
        known.end()


def find(context_id: int) -> Context | None:
    """The context of an id, while something compiled under it is alive."""
    return _by_id.get(context_id)


def _key(settings: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The settings compared by value, and the callables by name."""
    callables = {name: value for name, value in settings.items() if callable(value)}
    plain = []
    for name in sorted(settings):
        value = settings[name]
        if isinstance(value, dict):
            value = repr(sorted(value.items()))
        plain.append((name, None if name in callables else value, name in callables))
    return tuple(plain), callables


def _is_plain(value: Any) -> bool:
    """Whether equal `repr`s of two such values mean equal values."""
    if isinstance(value, dict):
        return all(_is_plain(item) for pair in value.items() for item in pair)
    if isinstance(value, (tuple, list)):
        return all(map(_is_plain, value))
    return value is None or type(value) in (bool, int, float, str)


def _is_same(known: Any, wanted: Any) -> bool:
    if known is None or known is wanted:
        return known is not None
    try:
        return bool(known == wanted)
    except Exception:  # raised by `__eq__` of its class: then they count as different
        return False


_ids = itertools.count(1)
# Held while a context is put in the place of one that rested. What is collected then may run code of the program, which may
# compile.
_waking = threading.RLock()


def _renew_lock() -> None:
    """In a forked process, where no other thread goes on."""
    global _waking
    _waking = threading.RLock()


os.register_at_fork(after_in_child=_renew_lock)
_by_id: weakref.WeakValueDictionary[int, Context] = weakref.WeakValueDictionary()
# By what is compared by value.
_known: dict[tuple[Any, ...], list[_Known]] = {}
# By number, oldest first.
_resting: dict[int, _Known] = {}
_MOST_RESTING = 64
# The backend that stands in for every other, and by a context's number the one in its place, with what owns its entries.
_forced: str | Backend | None = None
_in_place: dict[int, tuple[Context, object]] = {}


def compiling() -> bool:
    """The answer to `is_compiling()` in traced code."""
    return True
