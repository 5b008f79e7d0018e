"""Forward of a custom autograd function, as C++ calls it. Its variables name nodes of the graph as those of torch's
`DynamoAutogradFunctionTraceHelper` do."""

from __future__ import annotations

import torch
from torch.autograd.function import _SingleLevelFunction


class Context:
    """What forward and backward get as `ctx`: its instance dict is the program's."""

    __slots__ = ("needs_input_grad", "saved_tensors", "_dirty", "_constant", "_materializes", "__dict__")

    def __init__(self, needs_input_grad):
        self.needs_input_grad = needs_input_grad
        self.saved_tensors = ()
        self._dirty = ()
        self._constant = ()
        self._materializes = True

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    def save_for_forward(self, *tensors):
        pass

    def mark_dirty(self, *tensors):
        self._dirty = tensors

    def mark_non_differentiable(self, *tensors):
        self._constant = tensors

    def set_materialize_grads(self, value):
        self._materializes = value


def computed(function, context, arguments, apart):
    """What forward gives. `apart` takes each result and the arguments; it makes the result one of its own."""
    with torch.no_grad():
        if function.setup_context is _SingleLevelFunction.setup_context:
            outs = function.forward(context, *arguments)
        else:
            output = function.forward(*arguments)
            function.setup_context(context, tuple(arguments), output)
            outs = output
        if type(outs) is not tuple:
            return apart(outs, arguments)
        results = []
        for out in outs:
            results.append(apart(out, arguments))
        return tuple(results)


def is_given(tensor, arguments):
    return any(arg is tensor for arg in arguments if isinstance(arg, torch.Tensor))
