"""What inductor made in an earlier run, found again by the graph.

A graph is compiled once: what the backend gave for it is kept in a folder, under a key of everything that it was made
from (`alternator.store.keys`), and the next process that traces the same graph loads it. That imports neither
inductor nor torch's front end. Only what is known to be safe is kept: inference on the CPU by inductor, whose result
needs no further step of autograd's (`alternator.store.describe`). Everything else is compiled as ever.

`ALTERNATOR_LOGS=store` prints a line for each graph: found, kept, or why not.
"""

from __future__ import annotations

from typing import Any

import torch.fx

from alternator import _engine, backend_settings, logs
from alternator.fakes import Fakes
from alternator.store import folder, keys, remote
from alternator.store.load import Loaded, load


def place(context: Any, module: torch.fx.GraphModule, fakes: Fakes, written: list[int]) -> str | None:
    """The key of a graph's result of inductor's, or None where none may be kept."""
    if not folder.is_on() or logs.ask_the_backend():
        return None
    if not backend_settings.change_nothing(context.backend_name, module.meta["dynamo_compile_id"]):
        return None
    try:
        return keys.of_graph(context, module, fakes, written)
    except Exception as reason:  # whatever a release lacks: nothing is kept
        _tell(module, f"not kept: {reason}")
        return None


def find(key: str, module: torch.fx.GraphModule) -> Loaded | None:
    """What an earlier run left there, ready to be called."""
    try:
        try:
            loaded = load(folder.read(key))
        except folder.Missing:
            if not remote.is_on() or not remote.fetch(key):
                raise
            loaded = load(folder.read(key))
    except Exception as reason:  # whatever is wrong with an entry: the graph is compiled
        _tell(module, f"not found: {reason}")
        return None
    _tell(module, f"found {key}")
    return loaded


def keep(key: str, module: torch.fx.GraphModule, *results: Any) -> None:
    """Keeps what the backend gave, the fields of `alternator.store.describe.Results`, where it can be."""
    from alternator.store import describe

    try:
        folder.write(key, *describe.describe(describe.Results(*results)))
        if remote.is_on():
            remote.send(key)
    except Exception as reason:  # a full disk, another form of inductor's result
        _tell(module, f"not kept: {reason}")
    else:
        _tell(module, f"kept {key}")


def _tell(module: torch.fx.GraphModule, text: str) -> None:
    if _engine.log_enabled("store"):
        _engine.log("store", f"{module.meta['backend_id']}: {text}")
