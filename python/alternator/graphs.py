"""Small services for the engine while it writes a `torch.fx.Graph`."""

from __future__ import annotations

import math
import weakref
from typing import Any

import torch
import torch.fx
from torch.fx.proxy import GraphAppendingTracer, Proxy


def new_graph() -> torch.fx.Graph:
    return torch.fx.Graph()


def symbolic(graph: torch.fx.Graph, text: str, names: dict[str, torch.fx.Node]) -> torch.fx.Node:
    """The nodes that compute a size expression, written as Python over placeholders' names."""
    tracer = GraphAppendingTracer(graph)
    proxies: dict[str, Any] = {name: Proxy(node, tracer) for name, node in names.items()}
    result = eval(text, {"__builtins__": {}, **_FUNCTIONS}, proxies)  # the engine wrote the text
    return result.node


_APPLIERS: weakref.WeakKeyDictionary[type, Any] = weakref.WeakKeyDictionary()


def function_applier(function: Any) -> Any:
    """What a node of the graph calls for a `torch.autograd.Function`: a function of its own for each class,
    because a graph's code can name functions and no classes."""
    applier = _APPLIERS.get(function)
    if applier is None:
        reference = weakref.ref(function)  # the dictionary's values must not keep its keys alive

        def applier(*arguments: Any) -> Any:
            return reference().apply(*arguments)

        applier.__name__ = applier.__qualname__ = f"apply_{function.__name__}"
        _APPLIERS[function] = applier
    return applier


def _method(function):
    return lambda value: value.tracer.create_proxy("call_function", function, (value,), {})


def _pair(function):
    def call(a, b):
        tracer = (a if isinstance(a, Proxy) else b).tracer
        return tracer.create_proxy("call_function", function, (a, b), {})

    return call


_FUNCTIONS = {
    "max": _pair(torch.sym_max),
    "min": _pair(torch.sym_min),
    "floor": _method(math.floor),
    "ceil": _method(math.ceil),
    "trunc": _method(math.trunc),
    "round": _method(round),
}
