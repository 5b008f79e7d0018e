"""`torch.autograd.grad` and `backward` inside of compiled code (rules/torch/gradients.rule)."""

from __future__ import annotations

import torch

from alternator.polyfills.breaking import give_up


def ends(outputs, inputs):
    """The tensors that gradients of the outputs come back to: those from outside, leaves of the graph, and inputs."""
    raise NotImplementedError("known to the engine alone")


def asked(arguments, outputs, inputs, followed, consumed):
    """What autograd gives for the inputs, by a node of the graph."""
    raise NotImplementedError("known to the engine alone")


def existed(tensor):
    """Whether the program had the tensor before."""
    raise NotImplementedError("known to the engine alone")


def grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused, batched, materialize):
    outputs, inputs = sequence(outputs), sequence(inputs)
    if batched:
        give_up("gradients by batches")
    if not inputs or not all([tensor.requires_grad for tensor in (*outputs, *inputs)]):
        give_up("gradients that autograd refuses")
    reached = ends(outputs, inputs)
    if any([existed(tensor) for tensor in inputs]):
        for tensor in reached:
            if existed(tensor) and not tensor.is_leaf and not is_among(tensor, inputs):
                give_up("a graph of autograd that began before the compiled function")
    if allow_unused is None:
        allow_unused = bool(materialize)
    known = [tensor for tensor in inputs if is_among(tensor, reached)]
    if len(known) != len(inputs) and not allow_unused:
        give_up("gradients that autograd refuses")
    consumed = not (create_graph if retain_graph is None else retain_graph)
    given = None if grad_outputs is None else sequence(grad_outputs)
    found = []
    if known:
        arguments = [outputs, tuple(known), given, retain_graph, create_graph, True, allow_unused]
        found = list(asked(arguments, outputs, tuple(known), create_graph, consumed))
    results = []
    for tensor in inputs:
        if is_among(tensor, reached):
            results.append(found.pop(0))
        else:
            results.append(torch.zeros_like(tensor) if materialize else None)
    return tuple(results)


def backward(tensors, gradients, retain_graph, create_graph, inputs):
    tensors = sequence(tensors)
    if inputs is None:
        leaves = [tensor for tensor in ends(tensors, ()) if tensor.is_leaf]
    else:
        leaves = unique(sequence(inputs))
    for leaf in leaves:
        if not leaf.is_leaf or not existed(leaf):
            give_up("a gradient that is kept by a tensor of the graph")
        if leaf._post_accumulate_grad_hooks:
            give_up("a hook on a gradient that is accumulated")
    found = grad(tensors, leaves, gradients, retain_graph, create_graph, inputs is None, False, False)
    with torch.set_grad_enabled(create_graph):
        for leaf, gradient in zip(leaves, found):
            accumulate(leaf, gradient, create_graph)


def accumulate(leaf, gradient, followed):
    if gradient is None:
        return
    if leaf.grad is None:
        # Strides like those of the leaf, whatever the gradient's are.
        leaf.grad = gradient.clone() if followed else torch.empty_like(leaf).copy_(gradient)
    elif followed:
        leaf.grad = leaf.grad + gradient
    else:
        leaf.grad.add_(gradient)


def sequence(tensors):
    if isinstance(tensors, torch.Tensor):
        return (tensors,)
    if not isinstance(tensors, (list, tuple)) or not all([isinstance(tensor, torch.Tensor) for tensor in tensors]):
        give_up("gradients of something else than tensors")
    return tuple(tensors)


def unique(tensors):
    found = []
    for tensor in tensors:
        if not is_among(tensor, found):
            found.append(tensor)
    return found


def is_among(tensor, tensors):
    return any([tensor is other for other in tensors])
