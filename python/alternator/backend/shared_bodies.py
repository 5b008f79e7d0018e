"""What inductor has to know of graphs in which one body is called several times.

Inductor gives the memory of a tensor to another one once nothing uses the tensor any more. Of a call of a body
(`invoke_subgraph`) it takes each result for memory of its own. But where gradients flow, a body also gives what its
backward pass needs: tensors that it was given, and views of its other results. Their memory was used again while they
were still needed, and gradients were wrong by factors (torch 2.11 to 2.15; models marked with
`torch.compiler.nested_compile_region` too). So inductor is told which results share memory with what.

Inductor also writes over inputs of a backward graph that nothing else needs, which it knows by their places. Before torch
2.15 it took them for places among the inputs of a body as well.

Where gradients flow, torch traces a body anew at each call, and in each of three passes over the graph, only to see that it
writes into nothing that it is given (`invoke_subgraph.gen_schema`). That took 60 % of the first result's processor time of a
training step of 32 layers. A body that was found to write into nothing is not asked again for operands of the same form.
"""

from __future__ import annotations

import functools
import sys
import weakref
from collections.abc import Sequence
from typing import Any

import torch
import torch.fx


def prepare(module: torch.fx.GraphModule, backend: Any) -> None:
    """Called before a backend (as the user named it) gets a graph."""
    if not any(isinstance(part, torch.fx.GraphModule) for part in module.children()):
        return
    _remember_schemas()
    if backend == "inductor" or "torch._inductor.ir" in sys.modules:
        _tell_inductor()


@functools.cache
def _remember_schemas() -> None:
    from torch._higher_order_ops import invoke_subgraph

    operator = type(invoke_subgraph)
    make = operator.gen_schema
    of_bodies: weakref.WeakKeyDictionary[torch.fx.GraphModule, dict[Any, Any]] = weakref.WeakKeyDictionary()

    def gen_schema(self: Any, subgraph: Any, identifier: Any, *operands: Any) -> Any:
        body = getattr(subgraph, "subgraph", subgraph)
        forms = [_form(operand) for operand in operands]
        if not isinstance(body, torch.fx.GraphModule) or None in forms:
            return make(self, subgraph, identifier, *operands)
        state = (
            torch.is_grad_enabled(),
            torch._C._dispatch_tls_local_include_set().raw_repr(),
            torch._C._dispatch_tls_local_exclude_set().raw_repr(),
        )
        key = (weakref.ref(body.graph), len(body.graph.nodes), type(subgraph), state, tuple(forms))
        known = of_bodies.setdefault(body, {})
        if (schema := known.get(key)) is None:
            schema = make(self, subgraph, identifier, *operands)
            # Which operands count as written also depends on which of them share memory: that is not in the key.
            if not any(argument.is_write for argument in schema.arguments):
                known[key] = schema
        return schema

    operator.gen_schema = gen_schema


def _form(operand: Any) -> tuple[Any, ...] | None:
    """All of an operand that what a body does with it can depend on while it is traced; None if that is not known."""
    if isinstance(operand, torch.Tensor) and operand.layout is torch.strided:
        sizes = (str(operand.size()), str(operand.stride()), str(operand.storage_offset()))
        return (type(operand), operand.dtype, operand.device, operand.requires_grad, *sizes)
    if isinstance(operand, torch.SymInt):
        return (type(operand), str(operand))
    if operand is None or type(operand) is int:
        return (type(operand), operand)
    return None


@functools.cache
def _tell_inductor() -> None:
    from torch._inductor import graph, ir

    of_other_nodes = ir.MultiOutput.get_inputs_that_alias_output

    def get_inputs_that_alias_output(self: Any) -> Sequence[str]:
        call = self.inputs[0]
        return _shared_with(self, call) if isinstance(call, ir.InvokeSubgraph) else of_other_nodes(self)

    begin = graph.SubgraphLowering.__init__

    def __init__(self: Any, *arguments: Any, **keywords: Any) -> None:  # noqa: N807
        begin(self, *arguments, **keywords)
        self.bw_donated_idxs = None

    ir.MultiOutput.get_inputs_that_alias_output = get_inputs_that_alias_output
    graph.SubgraphLowering.__init__ = __init__


def _shared_with(result: Any, call: Any) -> list[str]:
    """The names of what a result of a body shares memory with: what the call takes, and the results before this one."""
    body = call.subgraph.graph
    ((_, place),) = result.indices
    names = [output.get_name() if output.has_tensor_output() else None for output in body.graph_outputs[: place + 1]]
    taken = zip(body.graph_input_names, call.inputs, strict=False)
    shared = [operand.get_name() for name, operand in taken if name == names[place]]
    return shared + [call.outputs[other].get_name() for other in range(place) if names[other] == names[place]]
