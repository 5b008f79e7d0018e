"""A persistent store of inductor's results, found again by graph.

The backend's result is kept in a folder, under a key of everything that it was made from (`alternator.store.keys`). The
next process that traces the same graph loads it, without importing inductor or torch's front end. Only graphs known to
be safe are kept: those on the CPU that inductor compiled, with or without gradients, whose results share no memory with
each other or with inputs (`alternator.store.describe`).

`ALTERNATOR_LOGS=store` prints a line for each graph: found, kept, or why not.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import torch
import torch.fx

from alternator import _engine, artifacts, logs
from alternator.backend import settings as backend_settings
from alternator.backend.fakes import Fakes
from alternator.backend.output import CompiledGraph
from alternator.store import folder, keys, remote
from alternator.store.load import load


def key_of(context: Any, module: torch.fx.GraphModule, fakes: Fakes, written: list[int]) -> str | None:
    """The key of a graph's result, or None if it may not be kept."""
    if not folder.is_on() or logs.wants_backend_logs():
        return None
    if not backend_settings.change_nothing(context.backend_name, module.meta["dynamo_compile_id"]):
        return None
    try:
        return keys.of_graph(context, module, fakes, written)
    except Exception as reason:  # whatever a release lacks: nothing is kept
        _tell(module.meta["backend_id"], f"not kept: {reason}")
        return None


def find(key: str, module: torch.fx.GraphModule) -> CompiledGraph | None:
    """The callable of a kept result, or None."""
    try:
        try:
            loaded = load(folder.read(key))
        except folder.Missing:
            if not remote.is_on() or not remote.fetch(key):
                raise
            loaded = load(folder.read(key))
        artifacts.record(key)
    except Exception as reason:  # whatever is wrong with an entry: the graph is compiled
        _tell(module.meta["backend_id"], f"not found: {reason}")
        return None
    _tell(module.meta["backend_id"], f"found {key}")
    return loaded


def keep(key: str, module: torch.fx.GraphModule, compiled: CompiledGraph, metadata: list[Any], inputs: int) -> None:
    """Keeps the backend's result for a graph if possible; for a graph with gradients, once the program asks for them.

    - metadata: see `alternator.store.describe.describe`;
    - inputs: how many the graph has.
    """
    from alternator.store import describe

    name = module.meta["backend_id"]
    try:
        function = describe.function_with_gradients(compiled.call)
    except Exception as reason:  # another form of the backend's result
        return _tell(name, f"not kept: {reason}")
    assumed = describe.Assumed(inputs, compiled.guards, compiled.writes, torch._C._is_any_autocast_enabled())
    if function is None:
        _write(key, name, lambda: describe.describe(compiled.call, metadata, assumed))
    elif not _write(key, name, lambda: describe.describe_with_gradients(function, assumed)):
        _waiting[key] = name, weakref.ref(function), assumed
        from torch._dynamo.callback import callback_handler

        if _keep_waiting not in callback_handler.end_callbacks:
            callback_handler.register_end_callback(_keep_waiting)


# Graphs whose gradients nobody asked for yet: by key, the graph's name, the function of autograd's, what goes with it.
_waiting: dict[str, tuple[str, weakref.ref[Any], Any]] = {}


def _keep_waiting(compilation: Any) -> None:
    """Called by torch when a compilation is over: the part of a function that gives gradients may be compiled now."""
    from alternator.store import describe

    for key, (name, reference, assumed) in list(_waiting.items()):
        function = reference()
        if function is None or _write(key, name, lambda: describe.describe_with_gradients(function, assumed)):
            _waiting.pop(key, None)


def _write(key: str, name: str, described: Callable[[], tuple[dict[str, Any], dict[str, bytes]] | None]) -> bool:
    """Keeps an entry; False where there is none yet."""
    try:
        if (entry := described()) is None:
            return False
        folder.write(key, *entry)
        artifacts.record(key)
        if remote.is_on():
            remote.send(key)
    except Exception as reason:  # a full disk, another form of inductor's result
        _tell(name, f"not kept: {reason}")
    else:
        _tell(name, f"kept {key}")
    return True


def _tell(name: str, text: str) -> None:
    if _engine.log_enabled("store"):
        _engine.log("store", f"{name}: {text}")
