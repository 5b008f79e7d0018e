"""The handle of a hook on a leaf may be used, kept and given away: when the graph has run, it is torch's own."""

import torch
from torch.utils.hooks import RemovableHandle

kept = []


def doubled(gradient):
    return gradient * 2


def removed(x):
    handle = x.register_hook(doubled)
    result = x.sin()
    handle.remove()
    return result, None


def given_out(x):
    return x.sin(), x.register_hook(doubled)


def one_of_two(x):
    first, second = x.register_hook(doubled), x.register_hook(lambda gradient: gradient + 1)
    first.remove()
    kept.append(second)
    return x.sin(), second


def entered(x):
    with x.register_hook(doubled):
        return x.sin(), None


def at_a_break(x):
    handle = x.register_hook(doubled)
    result = x.sin()
    torch._dynamo.graph_break()
    handle.remove()
    return result.exp(), handle


def of_its_id(x):
    handle = x.register_hook(doubled)
    return x * handle.id - x * handle.id + x, handle


def accumulated(x):
    handle = x.register_post_accumulate_grad_hook(lambda leaf: kept.append(leaf.grad.clone()))
    return x.sin(), handle


def refused(x):
    try:
        x.detach().register_hook(doubled)
    except RuntimeError as error:
        return x.sin(), str(error)


def outcome(fn):
    x = torch.arange(3.0, requires_grad=True)
    kept.clear()
    result, handle = fn(x)
    result.sum().backward()
    first, x.grad = x.grad, None
    is_handle = type(handle) is RemovableHandle
    if is_handle:
        handle.remove()
    x.sin().sum().backward()
    return first, x.grad, is_handle, len(kept), handle if isinstance(handle, str) else None


def case(t):
    for fn in removed, given_out, one_of_two, entered, at_a_break, of_its_id, accumulated, refused:
        compiled = t.compile(fn, fullgraph=fn not in (at_a_break, of_its_id))
        for _ in range(2):
            t.equal(outcome(compiled), outcome(fn))
