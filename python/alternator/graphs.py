"""Small services for the engine while it writes a `torch.fx.Graph`."""

from __future__ import annotations

import math
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
