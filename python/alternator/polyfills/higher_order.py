"""Operators that take functions: each function is traced into a body of the graph."""

from __future__ import annotations

import dataclasses
import functools

import torch
from torch.utils._pytree import tree_flatten, tree_unflatten
from torch.utils.checkpoint import noop_context_fn

from alternator.backend.graphs import checkpoint_with_numbers
from alternator.marks import assume_constant_result
from alternator.polyfills.bodies import (
    begin, call, captured, captured_arguments, captured_list, draws, end, exchange, existed, handle, node, note, operand, owned, symbolic, within,
)
from alternator.polyfills.breaking import give_up
from alternator.polyfills.overrides import unasked

# Read once: the namespace makes its attributes when they are first asked for.
CHECKPOINT = torch.ops.higher_order.tag_activation_checkpoint
CHECKPOINT_SETTINGS = ("use_reentrant", "context_fn", "preserve_rng_state", "determinism_check", "debug", "early_stop")


def call_operator(self, *arguments, **keywords):
    """`HigherOrderOperator.__call__`."""
    traced = OPERATORS.get(self._name)
    if traced is None:
        give_up(f"a higher-order operator that has no rule: {self._name}")
    return traced(self, *arguments, **keywords)


def run(name, function, arguments, numbers=False, branch=""):
    """Traces `function(*arguments)` into a body: the body, what it gives, and all of the function's result. `numbers`: the
    body gives ints, too."""
    is_given = is_tensor_or_int if numbers else is_tensor
    begin(name, branch=branch)
    try:
        leaves, spec = tree_flatten(function(*arguments))
    except Exception:
        give_up("a function that an operator takes may raise")
    given = [leaf for leaf in leaves if is_given(leaf)]
    for leaf in leaves:
        if not is_given(leaf) and owned(leaf):
            give_up("a function that an operator takes gives a number")
    return end(given, False, numbers), given, leaves, spec


def enclose(name, function, arguments, keywords):
    """Traces a call into a body that gives the tensors in its result: the body, the result, and these tensors. All else of
    the result passes the operator by."""
    # They come into the graph before what the function names.
    for argument in arguments:
        is_tensor(argument)
    begin(name)
    try:
        result = function(*arguments, **keywords)
    except Exception:
        give_up("a function that an operator takes may raise")
    tensors = within(result)
    return end(tensors), result, tensors


def is_tensor(value):
    return isinstance(value, torch.Tensor)


def is_tensor_or_int(value):
    return isinstance(value, torch.Tensor) or type(value) is int


def is_condition(value):
    """Whether it is a tensor, or a comparison that is not known while tracing."""
    return isinstance(value, torch.Tensor) or type(value) is bool and symbolic(value)


def rebuilt(leaves, spec, results, is_result=is_tensor):
    """The result of a function that has these in the place of what its body gives."""
    results = iter(results)
    return tree_unflatten([next(results) if is_result(leaf) else leaf for leaf in leaves], spec)


def same_kind(left, right):
    if left.shape != right.shape or left.dtype != right.dtype or left.device != right.device:
        return False
    return left.stride() == right.stride()  # a body is traced for these, and may leave out what makes a tensor contiguous


def same_constant(left, right):
    return type(left) is type(right) and left == right and repr(left) == repr(right)


def cond(operator, pred, true_fn, false_fn, operands=()):
    if not is_condition(pred):
        return true_fn(*operands) if pred else false_fn(*operands)
    first, given, leaves, spec = run("cond_true", true_fn, operands, numbers=True, branch="true_branch")
    second, others, other_leaves, other_spec = run("cond_false", false_fn, operands, numbers=True, branch="false_branch")
    if spec != other_spec:
        give_up("branches whose results have different forms")
    for left, right in zip(leaves, other_leaves):
        if is_tensor(left) != is_tensor(right) or is_tensor_or_int(left) != is_tensor_or_int(right):
            give_up("branches whose results have different forms")
        if not is_tensor_or_int(left) and not same_constant(left, right):
            give_up("branches whose results have different forms")
    arguments = [pred, first, second, captured([first, second])]
    return rebuilt(leaves, spec, call(operator, arguments, list(zip(given, others))), is_tensor_or_int)


def while_loop(operator, cond_fn, body_fn, carried_inputs, additional_inputs=()):
    for item in carried_inputs:
        if not is_tensor_or_int(item):
            give_up("a loop that carries something else than tensors and ints")
    begin("cond_fn", branch="cond_fn")
    goes_on = cond_fn(*[operand(item) for item in carried_inputs], *additional_inputs)
    if not is_condition(goes_on):
        give_up("the condition of a loop is known before it begins")
    first = end([goes_on], True, True)
    begin("body_fn", branch="body_fn")
    heads = [operand(item) for item in carried_inputs]
    leaves, spec = tree_flatten(body_fn(*heads, *additional_inputs))
    if len(leaves) != len(heads):
        give_up("what a loop carries changes its form")
    for item, leaf in zip(carried_inputs, leaves):
        if is_tensor(item) != is_tensor(leaf) or not is_tensor_or_int(leaf) or is_tensor(leaf) and not same_kind(item, leaf):
            give_up("what a loop carries changes its form")
    second = end(leaves, False, True)
    arguments = [first, second, tuple(carried_inputs), captured([first, second])]
    like = [leaf if is_tensor(leaf) else head for head, leaf in zip(heads, leaves)]
    return rebuilt(leaves, spec, call(operator, arguments, like), is_tensor_or_int)


def scan(operator, combine_fn, init, xs, additional_inputs=()):
    begin("scan_combine_fn")
    heads = [operand(item) for item in init]
    heads += [operand(item.select(0, 0)) for item in xs]
    leaves, spec = tree_flatten(combine_fn(*heads, *additional_inputs))
    for leaf in leaves:
        if not isinstance(leaf, torch.Tensor):
            give_up("a scan that gives something else than tensors")
    if len(leaves) < len(init) or not all(same_kind(item, leaf) for item, leaf in zip(init, leaves)):
        give_up("what a scan carries changes its form")
    body = end(leaves)
    length = xs[0].shape[0]
    like = list(init)
    like += [torch.empty((length, *leaf.shape), dtype=leaf.dtype, device=leaf.device) for leaf in leaves[len(like) :]]
    arguments = [body, list(init), list(xs), captured_list([body])]
    return rebuilt(leaves, spec, call(operator, arguments, like))


def map_slices(operator, f, xs, pos_args=(), mutated_arg_indices=""):
    if mutated_arg_indices:
        give_up("a mapped function that changes its arguments")
    begin("map_body")
    leaves, spec = tree_flatten(f(*[operand(item.select(0, 0)) for item in xs], *pos_args))
    for leaf in leaves:
        if not isinstance(leaf, torch.Tensor):
            give_up("a mapped function that gives something else than tensors")
    body = end(leaves)
    length = xs[0].shape[0]
    like = [torch.empty((length, *leaf.shape), dtype=leaf.dtype, device=leaf.device) for leaf in leaves]
    return rebuilt(leaves, spec, call(operator, [body, list(xs), captured_list([body])], like))


def hints_wrapper(operator, body_fn, args, kwargs, hints):
    body, tensors, leaves, spec = run("hints_wrapper_body", lambda: body_fn(*args, **kwargs), ())
    return rebuilt(leaves, spec, call(operator, [body, captured([body]), {}], tensors, hints=hints))


def strict_mode(operator, callable, operands):
    body, tensors, leaves, spec = run("strict_mode_body", callable, operands)
    return rebuilt(leaves, spec, call(operator, [body, captured([body])], tensors))


def checkpoint(function, *arguments, **keywords):
    """`torch.utils.checkpoint.checkpoint`: the body is run again in the backward pass."""
    settings = {name: keywords[name] for name in keywords if name in CHECKPOINT_SETTINGS}
    keywords = {name: keywords[name] for name in keywords if name not in CHECKPOINT_SETTINGS}
    context_fn = settings.pop("context_fn", None)
    if settings.get("use_reentrant") is not False and not any(is_tensor(item) and item.requires_grad for item in arguments):
        # Reentrant checkpoints hear of gradients through their arguments alone.
        with torch.no_grad():
            return function(*arguments, **keywords)
    body, result, tensors = enclose("wrap_body", function, arguments, keywords)
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
    results = call(operator, [body, captured_arguments([body])], tensors, **settings)
    for index, tensor in enumerate(tensors):
        exchange(tensor, of_class(type(tensor), results, index))
    return result


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


def flex_attention(
    operator, query, key, value, score_mod, block_mask, scale, kernel_options, score_mod_other_buffers=(), mask_mod_other_buffers=()
):
    index = torch.empty((), dtype=torch.int32, device=query.device)
    begin("score_mod")
    scored = score_mod(operand(query.new_empty(())), *[operand(index) for _ in range(4)])
    score_body = end([scored], True)
    begin("mask_fn")
    shown = block_mask[-1](*[operand(index) for _ in range(4)])
    mask_body = end([shown], True)
    out = query.new_empty((*query.shape[:-1], value.shape[-1]))
    sums = torch.empty(query.shape[:-1], dtype=torch.float32, device=query.device)
    arguments = [query, key, value, score_body, (*block_mask[:-1], mask_body), scale, kernel_options]
    arguments += [captured([score_body]), captured([mask_body])]
    return call(operator, arguments, [out, sums, sums])


def call_wrapped(self, function, *arguments, **keywords):
    """`torch._higher_order_ops.wrap.wrap`."""
    return replaced(self, *enclose("wrap_body", function, arguments, keywords))


def call_base(self, subgraph, *operands, **keywords):
    """`torch._higher_order_ops.base_hop.BaseHOP.__call__`: the keywords are the operator's."""
    keywords = {name: settings(value) if dataclasses.is_dataclass(value) else value for name, value in keywords.items()}
    return replaced(self, *enclose("subgraph", subgraph, operands, {}), **keywords)


def settings(value):
    """An object that holds an operator's settings, made by a node of its own."""
    return handle(type(value), [getattr(value, field.name) for field in dataclasses.fields(value)])


def replaced(operator, body, result, tensors, **keywords):
    """The result of a call in a body, with what the operator gives in the place of the tensors in it."""
    for tensor, given in zip(tensors, call(operator, [body, captured_arguments([body])], tensors, **keywords)):
        exchange(tensor, given)
    return result


def call_in_grad_mode(self, enabled, function, *arguments, **keywords):
    """`torch._higher_order_ops.wrap.wrap_with_set_grad_enabled`: a region for export, here traced where it stands."""
    with torch.set_grad_enabled(enabled):
        return function(*arguments, **keywords)


def call_in_autocast(self, device_type, dtype, enabled, cache_enabled, function, *arguments, **keywords):
    """`torch._higher_order_ops.wrap.wrap_with_autocast`, the same."""
    with torch.autocast(device_type, dtype, enabled, cache_enabled):
        return function(*arguments, **keywords)


def print_values(operator, format_str, *arguments, **keywords):
    """`torch._higher_order_ops.print.print`."""
    call(operator, [format_str, *arguments], [], **keywords)


def associative_scan(operator, combine_fn, xs, additional_inputs=()):
    begin("associative_scan_combine_fn")
    leaves, spec = tree_flatten(combine_fn(*[operand(item.select(0, 0)) for item in (*xs, *xs)], *additional_inputs))
    if len(leaves) != len(xs) or not all(is_tensor(leaf) and same_kind(item.select(0, 0), leaf) for item, leaf in zip(xs, leaves)):
        give_up("what a scan combines changes its form")
    body = end(leaves)
    results = call(operator, [body, list(xs), captured([body])], list(xs))
    return rebuilt(leaves, spec, results)


def switch(operator, index, branches, operands=()):
    if not is_tensor(index) and not symbolic(index):
        if not 0 <= index < len(branches):
            give_up("an index that no branch has")
        return branches[index](*operands)
    traced = [run(f"switch_branch{number}", branch, operands, branch=f"branch{number}") for number, branch in enumerate(branches)]
    _, given, leaves, spec = traced[0]
    for _, others, other_leaves, other_spec in traced[1:]:
        if spec != other_spec or not all(same_kind(one, other) for one, other in zip(given, others)):
            give_up("branches whose results have different forms")
        for one, other in zip(leaves, other_leaves):
            if is_tensor(one) != is_tensor(other) or not is_tensor(one) and not same_constant(one, other):
                give_up("branches whose results have different forms")
    bodies = [body for body, _, _, _ in traced]
    return rebuilt(leaves, spec, call(operator, [index, bodies, captured(bodies)], given))


# By the operator's name. Each is called with the operator and what that was called with; parameters have torch's names.
OPERATORS = {
    "associative_scan": associative_scan,
    "cond": cond,
    "flex_attention": flex_attention,
    "hints_wrapper": hints_wrapper,
    "map_impl": map_slices,
    "print": print_values,
    "scan": scan,
    "strict_mode": strict_mode,
    "switch": switch,
    "while_loop": while_loop,
}
