"""Custom autograd functions in the graph: how one runs whose forward and backward are bodies.

Compilers take torch's operator for it apart while they trace. Where the graph runs as it stands, the operator would keep
what backward needs in a closure: autograd would not see that a saved tensor has changed, free it after the backward pass or
call hooks for it, and backward could not be differentiated. There it is run as the function that the program wrote.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
import torch.fx
from torch._functorch.autograd_function import autograd_function_apply

from alternator.backend.graph_module import Body, functions_called


class BackwardBody(NamedTuple):
    """The body of backward for the gradients of some outputs."""

    body: Any
    """Takes these gradients and what forward kept for it; gives a gradient, or None, for each argument of forward's body."""
    places: tuple[int, ...]
    """The outputs whose gradients it takes; the others have none."""
    saved: Sequence[int]
    """The places, among what forward kept, of the tensors that autograd watches for changes."""


class FunctionBodies(NamedTuple):
    forward: Any
    """Gives the outputs, then for each backward body what that needs."""
    backwards: Sequence[BackwardBody]
    constant_outputs: Sequence[int]
    """The outputs that have no gradient."""
    written: Sequence[int]
    """The outputs that are arguments which forward writes into."""
    materializes: bool


class _Applied(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, bodies: FunctionBodies, *arguments: Any) -> tuple[torch.Tensor, ...]:
        outputs, *kept = bodies.forward(*arguments)
        saved = [parts[place] for parts, body in zip(kept, bodies.backwards) for place in body.saved]
        ctx.save_for_backward(*saved)
        ctx.kept = [
            [None if place in body.saved else part for place, part in enumerate(parts)]
            for parts, body in zip(kept, bodies.backwards)
        ]
        ctx.bodies = bodies
        ctx.mark_dirty(*[outputs[place] for place in bodies.written])
        ctx.mark_non_differentiable(*[outputs[place] for place in bodies.constant_outputs])
        ctx.set_materialize_grads(bodies.materializes)
        return tuple(outputs)

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> tuple[Any, ...]:
        saved = iter(ctx.saved_tensors)
        given = [place for place, gradient in enumerate(gradients) if gradient is not None]
        for parts, (body, places, watched) in zip(ctx.kept, ctx.bodies.backwards):
            own = [next(saved) if place in watched else part for place, part in enumerate(parts)]
            if list(places) != given and not ctx.bodies.materializes and len(ctx.bodies.backwards) > 1:
                continue
            if torch.is_grad_enabled():
                body = _differentiable(body)
            with torch.set_grad_enabled(torch.is_grad_enabled()):
                return None, *body(*[gradients[place] for place in places], *own)
        # Backward was given no gradient, so no argument has one.
        return (None,) * len(ctx.needs_input_grad)


def apply_function(
    forward: Any,
    backwards: Sequence[Any],
    places: Sequence[tuple[int, ...]],
    saved: Sequence[Sequence[int]],
    constant: Sequence[int],
    written: Sequence[int],
    materializes: bool,
    *arguments: Any,
) -> tuple[torch.Tensor, ...]:
    """What torch's operator does, also where backward is told which gradients are missing."""
    bodies = [BackwardBody(*parts) for parts in zip(backwards, places, saved)]
    return _Applied.apply(FunctionBodies(forward, bodies, constant, written, materializes), *arguments)


def _differentiable(body: Any) -> Any:
    """The body of a backward pass without the nodes around it that switch gradients off."""
    if not isinstance(body, Body):
        return body
    if body.differentiable is None:
        graph = torch.fx.Graph()
        copies: dict[torch.fx.Node, torch.fx.Node] = {}
        switches = [node for node in body.graph.nodes if node.target is torch._C._set_grad_enabled]
        around = {switches[0], switches[-1]}
        for node in body.graph.nodes:
            if node not in around:
                copies[node] = graph.node_copy(node, lambda of: copies[of])
        # Past `Module.__setattr__`, which would make it a part of the body.
        object.__setattr__(body, "differentiable", Body(body, graph))
    return body.differentiable


def prepare(graph: torch.fx.Graph) -> None:
    """Called before a backend gets a graph."""
    if autograd_function_apply in functions_called(graph):
        _run_as_written()


@functools.cache
def _run_as_written() -> None:
    operator: Any = type(autograd_function_apply)
    of_compilers: Callable[..., Any] = operator.__call__

    def __call__(self: Any, forward: Any, backward: Any, *arguments: Any, **settings: Any) -> Any:  # noqa: N807
        if not isinstance(forward, Body) or not isinstance(backward, Body) or _is_traced(arguments):
            return of_compilers(self, forward, backward, *arguments, **settings)
        count = len(forward.graph.output_node().args[0][0])
        saved, constant = settings["saved_for_backward_idx"], settings["non_differentiable_idx"]
        written = settings.get("dirty_idx", ())
        return apply_function(forward, [backward], [tuple(range(count))], [saved], constant, written, True, *arguments)

    operator.__call__ = __call__


def _is_traced(arguments: Sequence[Any]) -> bool:
    """Whether somebody traces the call, or transforms it."""
    kinds = torch._C._TorchDispatchModeKey
    tracers = [torch._C._get_dispatch_mode(kind) for kind in (kinds.FAKE, kinds.PROXY, kinds.FUNCTIONAL)]
    if any(tracers) or torch._C._functorch.get_dynamic_layer_stack_depth():
        return True
    wrapped = torch._subclasses.fake_tensor.FakeTensor, torch._subclasses.functional_tensor.FunctionalTensor
    return any(isinstance(argument, wrapped) for argument in arguments)
