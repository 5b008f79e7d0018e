"""`torch.autograd.Function.apply`: forward and backward of a custom function become bodies of the graph."""

from __future__ import annotations

from itertools import combinations

import torch
from torch.autograd.function import Function, _SingleLevelFunction
from torch.utils._pytree import tree_flatten, tree_unflatten

from alternator.backend.graphs import apply_function
from alternator.polyfills.bodies import begin, call, captured, end, exchange, followed, given_away, operand, owned
from alternator.polyfills.breaking import give_up
from alternator.polyfills.overrides import unasked


# How many outputs may have a gradient or none: backward has a body for each choice among them.
MOST_TOLD = 3


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


def apply(function, *arguments):
    # What C++ reads of the tensors, no class of theirs hears of.
    needs = unasked(following, arguments)
    if not (torch.is_grad_enabled() and any(needs)):
        return computed(function, Context(needs), arguments)
    # Forward is called just once: what it does to objects around it stays.
    begin("fwd_body", True)
    inputs = tuple([item for item in arguments if isinstance(item, torch.Tensor)])
    operands = [operand(item) for item in inputs]
    for item, own in zip(inputs, operands):
        exchange(item, own)
    context = Context(needs)
    try:
        output = computed(function, context, arguments)
    except Exception:
        give_up("a custom function may raise")
    leaves = output if type(output) is tuple else (output,)
    tensors = [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]
    if not tensors:
        give_up("a custom function that gives no tensor")
    for item in context._dirty:
        if not is_among(item, inputs) or not is_among(item, tensors):
            give_up("a custom function that does not give back what it writes into")
    if torch.overrides.has_torch_function(context._dirty):
        give_up("a custom function that writes into tensors whose class hears that they lose their hooks")
    saved = [item for item in context.saved_tensors if item is not None and owned(item)]
    state = tree_flatten(dict(vars(context)))[0]
    kept = saved + [item for item in state if isinstance(item, torch.Tensor) and owned(item)]
    more = [tensor for tensor in given_away() if not is_among(tensor, tensors)]
    forward = end([*tensors, *more, *kept])
    for item, own in zip(reversed(inputs), reversed(operands)):
        exchange(item, own)

    count = len(tensors) + len(more)
    constant = unasked(unfollowed, tensors, context._constant) + tuple(range(len(tensors), count))
    backwards = []
    for places in gradients_told(count, constant, context._materializes):
        backwards.append(backward(function, arguments, context, leaves, more, kept, places))
    changed = places_of(context._dirty, inputs)
    parts = [forward, captured([forward]), tuple(backwards), count, len(saved), constant]
    made = call(apply_function, [inputs, *parts, context._materializes, changed], [*tensors, *more])
    for place, (own, tensor) in enumerate(zip([*tensors, *more], made)):
        # An argument that is written into is its own result.
        is_argument = is_among(own, inputs)
        if place not in constant:
            followed(own if is_argument else tensor)
        if not is_argument:
            exchange(own, tensor)
    return output


def following(arguments):
    return tuple([isinstance(item, torch.Tensor) and item.requires_grad for item in arguments])


def gradients_told(count, constant, materializes):
    """The outputs whose gradients backward may be given at once: all, or any of them where it is told of missing ones."""
    if materializes:
        return [tuple(range(count))]
    followed_ones = [place for place in range(count) if place not in constant]
    if len(followed_ones) > MOST_TOLD:
        give_up("a custom function with many outputs that is told of missing gradients")
    return [some for size in range(len(followed_ones), 0, -1) for some in combinations(followed_ones, size)]


def backward(function, arguments, context, leaves, more, kept, places):
    """Backward, where these outputs have gradients: they, the body, what it captures and where it gives each gradient."""
    begin("bwd_body")
    try:
        gradients, place = [], 0
        for leaf in leaves:
            is_tensor = isinstance(leaf, torch.Tensor)
            gradients.append(operand(leaf) if is_tensor and place in places else None)
            place += is_tensor
        for place, tensor in enumerate(more, place):
            if place in places:
                operand(tensor)  # whose gradient the program does not ask for
        copies = [operand(item) for item in kept]
        found = differentiated(function, restored(context, kept, copies), gradients)
    except Exception:
        give_up("a custom function's backward may raise")
    found = found if type(found) is tuple else (found,)
    if len(found) < len(arguments):
        give_up("too few gradients of a custom function")
    where, results = [], []
    for item, gradient in zip(arguments, found):
        if isinstance(item, torch.Tensor):
            where.append(None if gradient is None else len(results))
            if gradient is not None:
                results.append(gradient)
    body = end(results)
    return places, body, captured([body]), tuple(where)


def computed(function, context, arguments):
    """What forward gives: no argument itself, but a view of it, unless forward has changed it."""
    with torch.no_grad():
        if function.setup_context is _SingleLevelFunction.setup_context:
            output = function.forward(context, *arguments)
        else:
            output = function.forward(*arguments)
            function.setup_context(context, tuple(arguments), output)

        def apart(leaf):
            if not isinstance(leaf, torch.Tensor) or is_among(leaf, context._dirty) or not is_among(leaf, arguments):
                return leaf
            return leaf.view_as(leaf)

        return tuple([apart(leaf) for leaf in output]) if type(output) is tuple else apart(output)


def differentiated(function, context, gradients):
    if function.vjp is Function.vjp:
        return function.backward(context, *gradients)
    return function.vjp(context, *gradients)


def is_among(item, items):
    return any(item is other for other in items)


def places_of(marked, tensors):
    return tuple([place for place, tensor in enumerate(tensors) if is_among(tensor, marked)])


def unfollowed(tensors, marked):
    """The places of those that have no gradient."""

    def is_followed(tensor):
        return (tensor.is_floating_point() or tensor.is_complex()) and not is_among(tensor, marked)

    return tuple([place for place, tensor in enumerate(tensors) if not is_followed(tensor)])


def restored(context, kept, copies):
    """The context that the body of backward has, with what it is called with for what forward kept."""

    def passed(item):
        for own, copy in zip(kept, copies):
            if own is item:
                return copy
        return item

    other = Context(context.needs_input_grad)
    other.saved_tensors = tuple([passed(item) for item in context.saved_tensors])
    state, spec = tree_flatten(dict(vars(context)))
    vars(other).update(tree_unflatten([passed(item) for item in state], spec))
    return other
