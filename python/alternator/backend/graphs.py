"""Helpers for the engine while it writes a `torch.fx.Graph`."""

from __future__ import annotations

import functools
import math
import operator
import sys
import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
import torch.fx
from torch._C import _NodeBase
from torch.fx.graph import _illegal_names
from torch.fx.immutable_collections import immutable_dict
from torch.fx.proxy import GraphAppendingTracer, Proxy

from alternator.backend.expressions import FLOAT_FUNCTIONS
from alternator.backend.graph_module import Body
from alternator.backend.node_meta import OperationMeta, Propagation
from alternator.errors import Declined


# A range of the profiler in the graph: the second takes what the first gives.
begin_range = torch.ops.profiler._record_function_enter_new
end_range = torch.ops.profiler._record_function_exit._RecordFunction


class GraphParts(NamedTuple):
    """A graph, and the tables that `Graph.create_node` keeps: the engine makes nodes without it."""

    graph: torch.fx.Graph
    node_class: type[torch.fx.Node]
    allocate: Callable[..., Any]
    initialise: Callable[..., Any]
    """Of a node, its graph, name, operation, target and type."""
    set_arguments: Callable[..., Any]
    append: Callable[..., Any]
    stem: Callable[[Any], str]
    """What nodes with a target are called, but for the number."""
    create_name: Callable[..., str]
    used_names: set[str]
    numbers: dict[str, int]
    names: dict[Any, str]
    reserved: dict[str, Any]
    table: dict[Any, Any]
    no_keywords: Any
    meta_class: type[OperationMeta]
    propagation: Propagation
    set_attribute: Callable[..., Any]
    """Past `Node.__setattr__`, which keeps tables that `meta` is not in."""


def new_graph() -> GraphParts:
    graph = torch.fx.Graph()
    namespace = graph._graph_namespace
    return GraphParts(
        graph,
        torch.fx.Node,
        torch.fx.Node.__new__,
        _NodeBase.__init__,
        _NodeBase._update_args_kwargs,
        graph._root._prepend,
        graph._target_to_str,
        namespace.create_name,
        namespace._used_names,
        namespace._base_count,
        namespace._obj_to_name,
        _illegal_names,
        graph._find_nodes_lookup_table.table,
        immutable_dict(),
        OperationMeta,
        Propagation(),
        object.__setattr__,
    )


def annotation() -> dict[str, Any] | None:
    """What `torch.fx.traceback.annotate` around the compilation adds to nodes, where `preserve_node_meta` asks for that."""
    traceback = sys.modules.get("torch.fx.traceback")
    if traceback is None or not traceback.has_preserved_node_meta():
        return None
    return traceback.get_current_meta().get("custom")


def is_layer(module_class: type) -> bool:
    """Whether nodes made in a module of the class come, in `source_fn_stack`, from the class and not from the function
    that they call."""
    where = module_class.__module__
    return where.startswith(("torch.nn.modules", "torch.ao.")) and not where.startswith("torch.nn.modules.container")


class _SizeTracer(GraphAppendingTracer):
    """Makes nodes as the engine does: with a line that they come from, and examples made on demand."""

    def __init__(self, graph: torch.fx.Graph, propagation: Propagation, place: str | None) -> None:
        super().__init__(graph)
        self._propagation, self._place = propagation, place

    def create_node(self, *arguments: Any, **keywords: Any) -> torch.fx.Node:
        node = super().create_node(*arguments, **keywords)
        meta = OperationMeta(node.meta)
        meta.maker = self._propagation
        if self._place is not None:
            meta["stack_trace"] = self._place
        object.__setattr__(node, "meta", meta)
        return node


def symbolic(
    graph: torch.fx.Graph, text: str, names: dict[str, torch.fx.Node], propagation: Propagation, place: str | None
) -> torch.fx.Node | int | float:
    """The nodes that compute a size expression, written as Python over placeholders' names; or its value, if it names none.
    `place` is the stack that they come from."""
    tracer = _SizeTracer(graph, propagation, place)
    proxies: dict[str, Any] = {name: Proxy(node, tracer) for name, node in names.items()}
    try:
        result = eval(text, {"__builtins__": {}, **_FUNCTIONS}, proxies)  # the engine wrote the text
    except RecursionError as error:
        raise Declined("an expression of more sizes and numbers than Python can compile") from error
    return result.node if isinstance(result, Proxy) else result


_APPLIERS: weakref.WeakKeyDictionary[type, Any] = weakref.WeakKeyDictionary()


def function_applier(function: Any) -> Any:
    """The function that a node calls for a `torch.autograd.Function`. Each class has its own, because a graph's code
    can name functions but not classes."""
    applier = _APPLIERS.get(function)
    if applier is None:
        reference = weakref.ref(function)  # the dictionary's values must not keep its keys alive

        def applier(*arguments: Any) -> Any:
            return reference().apply(*arguments)

        applier.__name__ = applier.__qualname__ = f"apply_{function.__name__}"
        _APPLIERS[function] = applier
    return applier


def _method(function):
    def method(value):
        return value.tracer.create_proxy("call_function", function, (value,), {}) if isinstance(value, Proxy) else function(value)

    return method


def _pairwise(function):
    def pair(a, b):
        proxy = next((value for value in (a, b) if isinstance(value, Proxy)), None)
        return function(a, b) if proxy is None else proxy.tracer.create_proxy("call_function", function, (a, b), {})

    return lambda *values: functools.reduce(pair, values)


_FUNCTIONS = {
    "max": _pairwise(torch.sym_max),
    "min": _pairwise(torch.sym_min),
    "floor": _method(math.floor),
    "ceil": _method(math.ceil),
    "trunc": _method(math.trunc),
    "round": _method(round),
    "sym_not": _method(torch.sym_not),
    **{name: _method(getattr(torch, f"_sym_{name}")) for name in FLOAT_FUNCTIONS},
    "NaN": math.nan,
    "inf": math.inf,
}


def body_node(
    graph: torch.fx.Graph,
    attributes: dict[str, Any],
    names: set[str],
    body: torch.fx.Graph,
    inner: dict[str, Any],
    name: str,
    notes: dict[str, Any],
    outside: tuple[Any, ...],
) -> torch.fx.Node:
    """The node of `graph` that holds the module of a body, among the graph's attributes, under a name that no other body
    has. `outside`: as in `Body`."""
    number = 0
    while f"{name}_{number}" in names:
        number += 1
    name = f"{name}_{number}"
    names.add(name)
    attributes[name] = Body(inner, body)
    attributes[name].outside = outside
    attributes[name].meta.update(notes)
    # Its root is made later; until then nobody can look the attribute up.
    return graph.create_node("get_attr", name)


def region_operators() -> tuple[Any, Any]:
    """The operator that calls the body of a repeated region, and the one that takes one of its results."""
    return torch.ops.higher_order.invoke_subgraph, operator.getitem


def checkpoint_with_numbers(body: Any, *inputs: Any, **settings: Any) -> Any:
    """Runs a checkpointed body that draws random numbers, the same ones in the backward pass."""
    if any(type(value).__name__ == "FakeTensor" for value in inputs):
        return torch.ops.higher_order.tag_activation_checkpoint(body, *inputs, **settings)
    return torch.utils.checkpoint.checkpoint(body, *inputs, **{**settings, "use_reentrant": False})


def unbatched(tensor: torch.Tensor, name: str) -> torch.Tensor:
    """Checks that a result of vmap with `out_dims` None has no batch dimension; `name` is for the error."""
    if torch._C._functorch.is_batchedtensor(tensor):
        raise ValueError(f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None")
    return tensor


def choose_cudnn_flags(positional: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Sets cuDNN's flags as `torch.backends.cudnn.flags` does; returns the context manager, which restores them."""
    context = torch.backends.cudnn.flags(*positional, **named)
    context.__enter__()
    return context


def restore_cudnn_flags(context: Any) -> None:
    context.__exit__(None, None, None)


def make_dual(tensor: torch.Tensor, tangent: torch.Tensor, level: int) -> torch.Tensor:
    return torch.autograd.forward_ad.make_dual(tensor, tangent, level=level)


def unpack_dual(dual: torch.Tensor, level: int) -> tuple[torch.Tensor, torch.Tensor]:
    primal, tangent = torch.autograd.forward_ad.unpack_dual(dual, level=level)
    if tangent is None:
        raise ValueError("the tensor has no tangent at this level")
    return primal, tangent


def enter_dual_level() -> None:
    torch.autograd.forward_ad.enter_dual_level()


def exit_dual_level(level: int) -> None:
    torch.autograd.forward_ad.exit_dual_level(level=level)
