"""Operators that take functions: each function is traced into a body of the graph."""

from __future__ import annotations

import functools

import torch
from torch.utils._pytree import tree_flatten, tree_unflatten
from torch.utils.checkpoint import noop_context_fn

from alternator.backend.graphs import checkpoint_with_numbers
from alternator.marks import assume_constant_result
from alternator.polyfills.bodies import (
    begin, call, captured, draws, end, existed, node, note, operand, owned, statement,
)
from alternator.polyfills.breaking import give_up
from alternator.polyfills.overrides import unasked

# Read once: the namespace makes its attributes when they are first asked for.
CHECKPOINT = torch.ops.higher_order.tag_activation_checkpoint
COND = torch.ops.higher_order.cond
HINTS_WRAPPER = torch.ops.higher_order.hints_wrapper
STRICT_MODE = torch.ops.higher_order.strict_mode
FLEX_ATTENTION = torch.ops.higher_order.flex_attention
MAP = torch.ops.higher_order.map_impl
SCAN = torch.ops.higher_order.scan
WHILE_LOOP = torch.ops.higher_order.while_loop


def call_operator(self, *arguments, **keywords):
    """`HigherOrderOperator.__call__`."""
    name = self._name
    if name == "cond":
        return cond(*arguments)
    if name == "while_loop":
        return while_loop(*arguments)
    if name == "scan":
        return scan(*arguments)
    if name == "map_impl":
        return map_slices(*arguments)
    if name == "flex_attention":
        return flex_attention(*arguments, **keywords)
    if name == "hints_wrapper":
        return hints_wrapper(*arguments, **keywords)
    if name == "strict_mode":
        return strict_mode(*arguments)
    if name == "print":
        if keywords:
            give_up("values that are printed by name")
        return statement(self, arguments)
    if name == "foreach_map":
        # Its function is traced for each of the operands.
        return arguments[0](*arguments[1:], **keywords)
    give_up(f"a higher-order operator that has no rule: {self._name}")


def run(name, function, arguments, passes=False):
    """Traces `function(*arguments)` into a body: the body, the tensors it gives, and all else of its result. `passes`:
    what the function gives back as it was is nothing that the body gives, and a size is not taken apart, which would make
    it a tuple."""
    begin(name)
    try:
        leaves, spec = tree_flatten(function(*arguments), is_leaf=is_size if passes else None)
    except Exception:
        give_up("a function that an operator takes may raise")
    tensors = [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]
    if passes:
        tensors = [leaf for leaf in tensors if owned(leaf)]
    return end(tensors), tensors, leaves, spec


def is_size(value):
    return isinstance(value, torch.Size)


def rebuilt(leaves, spec, results, tensors=None):
    """The result that has these tensors in the place of the body's, which are all that there are if not told."""

    def is_result(leaf):
        return isinstance(leaf, torch.Tensor) and (tensors is None or any(leaf is tensor for tensor in tensors))

    results = iter(results)
    return tree_unflatten([next(results) if is_result(leaf) else leaf for leaf in leaves], spec)


def same_kind(left, right):
    return left.shape == right.shape and left.dtype == right.dtype and left.device == right.device


def cond(condition, when_true, when_false, operands=()):
    if not isinstance(condition, torch.Tensor):
        return when_true(*operands) if condition else when_false(*operands)
    first, tensors, leaves, spec = run("cond_true", when_true, operands)
    second, others, other_leaves, other_spec = run("cond_false", when_false, operands)
    if spec != other_spec or len(tensors) != len(others):
        give_up("branches whose results have different forms")
    for left, right in zip(leaves, other_leaves):
        if isinstance(left, torch.Tensor) != isinstance(right, torch.Tensor):
            give_up("branches whose results have different forms")
        if isinstance(left, torch.Tensor):
            if not same_kind(left, right):
                give_up("branches whose results have different forms")
        elif left != right:
            give_up("branches whose results have different forms")
    like = [right if right.requires_grad else left for left, right in zip(tensors, others)]
    arguments = [condition, first, second, captured([first, second])]
    return rebuilt(leaves, spec, call(COND, arguments, like))


def while_loop(condition, body, carried, additional=()):
    for item in carried:
        if not isinstance(item, torch.Tensor):
            give_up("a loop that carries something else than tensors")
    begin("while_loop_cond_graph")
    goes_on = condition(*[operand(item) for item in carried], *additional)
    if not isinstance(goes_on, torch.Tensor):
        give_up("the condition of a loop is no tensor")
    first = end([goes_on], True)
    begin("while_loop_body_graph")
    leaves, spec = tree_flatten(body(*[operand(item) for item in carried], *additional))
    for item, leaf in zip(carried, leaves):
        if not isinstance(leaf, torch.Tensor) or not same_kind(item, leaf):
            give_up("what a loop carries changes its form")
    second = end(leaves)
    arguments = [first, second, tuple(carried), captured([first, second])]
    return rebuilt(leaves, spec, call(WHILE_LOOP, arguments, leaves))


def scan(combine, initial, slices, additional=()):
    begin("scan_combine_graph")
    heads = [operand(item) for item in initial]
    heads += [operand(item.select(0, 0)) for item in slices]
    leaves, spec = tree_flatten(combine(*heads, *additional))
    for leaf in leaves:
        if not isinstance(leaf, torch.Tensor):
            give_up("a scan that gives something else than tensors")
    body = end(leaves)
    length = slices[0].shape[0]
    like = list(initial)
    like += [torch.empty((length, *leaf.shape), dtype=leaf.dtype, device=leaf.device) for leaf in leaves[len(like) :]]
    arguments = [body, list(initial), list(slices), captured([body])]
    return rebuilt(leaves, spec, call(SCAN, arguments, like))


def map_slices(function, slices, additional=()):
    begin("map_body")
    leaves, spec = tree_flatten(function(*[operand(item.select(0, 0)) for item in slices], *additional))
    for leaf in leaves:
        if not isinstance(leaf, torch.Tensor):
            give_up("a mapped function that gives something else than tensors")
    body = end(leaves)
    length = slices[0].shape[0]
    like = [torch.empty((length, *leaf.shape), dtype=leaf.dtype, device=leaf.device) for leaf in leaves]
    return rebuilt(leaves, spec, call(MAP, [body, list(slices), captured([body])], like))


def hints_wrapper(function, operands, keywords, hints):
    body, tensors, leaves, spec = run("hints_wrapper_body", lambda: function(*operands, **keywords), ())
    return rebuilt(leaves, spec, call(HINTS_WRAPPER, [body, captured([body]), {}, hints], tensors))


def strict_mode(function, operands):
    body, tensors, leaves, spec = run("strict_mode_body", function, operands)
    return rebuilt(leaves, spec, call(STRICT_MODE, [body, captured([body])], tensors))


def checkpoint(function, *arguments, context_fn=None, use_reentrant=None, determinism_check=None, debug=None,
               preserve_rng_state=True, early_stop=True, **keywords):
    """`torch.utils.checkpoint.checkpoint`: the body is run again in the backward pass."""
    if use_reentrant is not False and not any(isinstance(item, torch.Tensor) and item.requires_grad for item in arguments):
        # Reentrant checkpoints hear of gradients through their arguments alone.
        with torch.no_grad():
            return function(*arguments, **keywords)
    body, tensors, leaves, spec = run("wrap_body", lambda: function(*arguments, **keywords), (), passes=True)
    if not tensors:
        give_up("a checkpoint that gives no tensor")
    # torch's operator runs a body a second time with other random numbers, unless a compiler knows better.
    operator = checkpoint_with_numbers if draws(body) else CHECKPOINT
    if context_fn is not None and context_fn is not noop_context_fn:
        if operator is checkpoint_with_numbers:
            give_up("a checkpoint with contexts of its own that draws random numbers")
        if not existed(context_fn) and isinstance(context_fn, functools.partial):
            context_fn = remade(context_fn.func, *context_fn.args, **context_fn.keywords)
        note(body, "_checkpoint_context_fn", context_fn)
    results = call(operator, [body, captured([body], True)], tensors)
    return rebuilt(leaves, spec, [of_class(type(tensor), results, index) for index, tensor in enumerate(tensors)], tensors)


def of_class(cls, results, index):
    """One of the results, of the class that the body gives in its place. It gets no name here, which the graph would show."""
    return results[index] if type(results[index]) is cls else unasked(torch.Tensor.as_subclass, results[index], cls)


@assume_constant_result
def remade(function, *arguments, **keywords):
    """A partial that the trace made, for real: of objects from before the trace."""
    return functools.partial(function, *arguments, **keywords)


def call_with_dtype(self, operator, dtype, *operands):
    """`torch._higher_order_ops.out_dtype.out_dtype`."""
    return node(self, [operator, dtype, *operands])


def flex_attention(query, key, value, score, block_mask, scale, options, score_buffers=(), mask_buffers=()):
    index = torch.empty((), dtype=torch.int32, device=query.device)
    begin("score_mod")
    scored = score(operand(query.new_empty(())), *[operand(index) for _ in range(4)])
    score_body = end([scored], True)
    begin("mask_fn")
    shown = block_mask[-1](*[operand(index) for _ in range(4)])
    mask_body = end([shown], True)
    out = query.new_empty((*query.shape[:-1], value.shape[-1]))
    sums = torch.empty(query.shape[:-1], dtype=torch.float32, device=query.device)
    arguments = [query, key, value, score_body, (*block_mask[:-1], mask_body), scale, options]
    arguments += [captured([score_body]), captured([mask_body])]
    return call(FLEX_ATTENTION, arguments, [out, sums, sums])


def call_marked(function, *arguments, **keywords):
    """A region marked with `torch.compiler.nested_compile_region`: what it adds to the graph becomes a body if it repeats."""
    return function(*arguments, **keywords)


def call_wrapped(self, function, *arguments, **keywords):
    return function(*arguments, **keywords)


def call_in_grad_mode(self, enabled, function, *arguments, **keywords):
    """`torch._higher_order_ops.wrap.wrap_with_set_grad_enabled`: a region for export, here traced where it stands."""
    with torch.set_grad_enabled(enabled):
        return function(*arguments, **keywords)


def call_in_autocast(self, device_type, dtype, enabled, cache_enabled, function, *arguments, **keywords):
    """`torch._higher_order_ops.wrap.wrap_with_autocast`, the same."""
    with torch.autocast(device_type, dtype, enabled, cache_enabled):
        return function(*arguments, **keywords)
