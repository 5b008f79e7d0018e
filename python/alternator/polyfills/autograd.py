"""`torch.autograd.Function.apply`: forward and backward of a custom function become bodies of the graph."""

from __future__ import annotations

import inspect
from itertools import combinations

import torch
from torch._functorch.autograd_function import autograd_function_apply
from torch.autograd.function import Function, _SingleLevelFunction

from alternator.backend.custom_functions import apply_function
from alternator.polyfills.bodies import (
    begin, begin_backward, bound, call, captured, captured_arguments, end, end_backward, exchange, followed, given_away, operand,
    places, statement,
)
from alternator.polyfills.breaking import give_up
from alternator.polyfills.forward import Context, computed, is_given
from alternator.polyfills.overrides import unasked


# How many outputs may have a gradient or none: backward has a body for each choice among them.
MOST_TOLD = 3
# What torch says of nodes of forward and backward.
ORIGIN = "autograd.Function"
# torch's operator knows of tensors that forward writes into since 2.14 or 2.15.
KNOWS_WRITTEN = "dirty_idx" in type(autograd_function_apply).__call__.__code__.co_consts


def apply(function, *arguments):
    # What C++ reads of the tensors, no class of theirs hears of.
    needs = unasked(following, arguments)
    if not (torch.is_grad_enabled() and any(needs)):
        return unfollowed(function, Context(needs), arguments)
    # Forward is called just once: what it does to objects around it stays.
    begin("fwd_body", True, origin=ORIGIN)
    inputs = distinct_tensors(arguments)
    within = tuple([bound(item) for item in inputs])
    for item, own in zip(inputs, within):
        exchange(item, own)
    context = Context(needs)
    try:
        output = computed(function, context, arguments, lambda leaf, given: apart(leaf, context, given))
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
    results = [*tensors, *[tensor for tensor in given_away() if not is_among(tensor, tensors)]]
    # What is seen elsewhere has no gradient.
    constant = [place for place, tensor in enumerate(results) if place >= len(tensors) or is_among(tensor, context._constant)]
    differentiable = unasked(followed_places, results, constant)
    changed = places_of(context._dirty, results)
    # Made here, because what a backward pass looks at must not change.
    state = vars(context)
    bodies, saved = [], []
    told = gradients_told(len(results), differentiable, context._materializes)
    for some in told:
        body = backward(function, arguments, (inputs, within), context, state, leaves, results, some, len(told) == 1)
        bodies.append(body)
        saved.append(places(body, [item for item in context.saved_tensors if item is not None]))
    forward = end([tuple(results), *[captured([body]) for body in bodies]])
    for item, own in zip(reversed(inputs), reversed(within)):
        exchange(item, own)

    passed = captured_arguments([forward])
    if len(bodies) == 1 and (KNOWS_WRITTEN or not changed):
        settings = {"non_differentiable_idx": constant, "saved_for_backward_idx": saved[0]}
        if changed:
            settings["dirty_idx"] = changed
        made = call(autograd_function_apply, [forward, bodies[0], passed], results, **settings)
    else:
        parts = [forward, tuple(bodies), tuple(told), saved, constant, changed, context._materializes, passed]
        made = call(apply_function, parts, results)
    for place, (own, tensor) in enumerate(zip(results, made)):
        if place in differentiable:
            followed(tensor)
        exchange(own, tensor)
    return output


def apart(leaf, context, arguments):
    """No argument itself is a result, but a view of it, unless forward has changed it."""
    if not isinstance(leaf, torch.Tensor) or not is_given(leaf, arguments) or is_among(leaf, context._dirty):
        return leaf
    return leaf.view_as(leaf)


def is_among(item, items):
    return any([item is other for other in items])


def following(arguments):
    return tuple([isinstance(item, torch.Tensor) and item.requires_grad for item in arguments])


def distinct_tensors(arguments):
    found = []
    for item in arguments:
        if isinstance(item, torch.Tensor) and not is_among(item, found):
            found.append(item)
    return tuple(found)


def gradients_told(count, differentiable, materializes):
    """The outputs whose gradients backward may be given at once: all, or any of them where it is told of missing ones."""
    if materializes:
        return [tuple(range(count))]
    if len(differentiable) > MOST_TOLD:
        give_up("a custom function with many outputs that is told of missing gradients")
    return [some for size in range(len(differentiable), 0, -1) for some in combinations(differentiable, size)]


def backward(function, arguments, bindings, context, state, leaves, results, some, whole):
    """The body of backward, where these outputs have gradients. `whole`: it is given gradients of the others as well."""
    begin_backward("bwd_body", ORIGIN)
    try:
        # Only `create_graph` asks for gradients of what it computes; then this pair is left out.
        statement(torch._C._set_grad_enabled, [False])
        names = gradient_names(function)
        gradients, place = [], 0
        for index, leaf in enumerate(leaves):
            name = names[index] if index < len(names) else ""
            gradients.append(None)
            if isinstance(leaf, torch.Tensor):
                if place in some:
                    gradients[-1] = operand(leaf, name)
                elif whole:
                    operand(leaf, name)
                place += 1
        for number, tensor in enumerate(results[place:]):
            if whole or place + number in some:
                operand(tensor, f"unused_{number}")  # whose gradient the program does not ask for
        found = differentiated(function, restored(context, state), gradients)
        found = found if type(found) is tuple else (found,)
        if len(found) < len(arguments):
            give_up("too few gradients of a custom function")
        known, of = [], []
        for item, own in zip(*bindings):
            gradient = gradient_of(item, arguments, found)
            if gradient is not None:
                known.append(gradient)
                of.append(own)
        statement(torch._C._set_grad_enabled, [True])
    except Exception:
        give_up("a custom function's backward may raise")
    return end_backward(known, of)


def gradient_of(item, arguments, found):
    """The gradient of a tensor, which may be several of the arguments."""
    total = None
    for argument, gradient in zip(arguments, found):
        if argument is item and gradient is not None:
            total = gradient if total is None else total + gradient
    return total


def restored(context, state):
    """The context of one call of backward, which may write into it."""
    other = Context(context.needs_input_grad)
    other.saved_tensors = context.saved_tensors
    vars(other).update({name: copied(value) for name, value in state.items()})
    return other


def copied(value):
    if type(value) is list:
        return [copied(item) for item in value]
    if type(value) is tuple:
        return tuple([copied(item) for item in value])
    if type(value) is dict:
        return {key: copied(item) for key, item in value.items()}
    return value


def unfollowed(function, context, arguments):
    """What forward gives where nobody asks for gradients."""
    with torch.no_grad():
        if function.setup_context is _SingleLevelFunction.setup_context:
            output = function.forward(context, *arguments)
        else:
            output = function.forward(*arguments)
            function.setup_context(context, tuple(arguments), output)
        for item in context._dirty:
            statement(torch._C._increment_version, [[item]])

        def result(leaf):
            if isinstance(leaf, torch.Tensor) and is_among(leaf, context._dirty) and unasked(following, (leaf,))[0]:
                return unasked(torch.Tensor.detach, leaf)
            return apart(leaf, context, arguments)

        return tuple([result(leaf) for leaf in output]) if type(output) is tuple else result(output)


def gradient_names(function):
    """What the gradients are called in the graph: the parameters of backward, if it names them."""
    inner = function.backward
    while hasattr(inner, "__wrapped__"):
        inner = inner.__wrapped__
    code = getattr(inner, "__code__", None)
    if code is None or code.co_flags & inspect.CO_VARARGS:
        return ()
    return code.co_varnames[1 : code.co_argcount]


def differentiated(function, context, gradients):
    if function.vjp is Function.vjp:
        return function.backward(context, *gradients)
    return function.vjp(context, *gradients)


def places_of(marked, tensors):
    return [place for place, tensor in enumerate(tensors) if is_among(tensor, marked)]


def followed_places(tensors, constant):
    """The places of those that have a gradient."""

    def is_followed(place, tensor):
        return place not in constant and (tensor.is_floating_point() or tensor.is_complex())

    return tuple([place for place, tensor in enumerate(tensors) if is_followed(place, tensor)])
