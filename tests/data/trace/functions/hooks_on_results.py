"""A hook on a tensor that the graph makes is a body of the graph; a leaf has it from when the graph has run."""

import torch

seen, KEPT = [], []


def doubled(gradient):
    return gradient * 2


def silent(x, scale):
    y = x.sin()
    y.register_hook(lambda gradient: gradient * scale)
    z = y.cos()
    z.register_hook(doubled)
    z.register_hook(lambda gradient: None)
    return z.sum()


def noted(x, scale):
    y = x.sin()
    y.register_hook(seen.append)
    return (y * scale).sum()


def removed(x, scale):
    y = x.sin()
    handle = y.register_hook(doubled)
    handle.remove()
    return (y * scale).sum()


def kept(x, scale):
    y = x.sin()
    handle = y.register_hook(doubled)
    z = (y * scale).sum()
    return z if handle is not None else y


def given_away(x, scale):
    y = x.sin()
    handles = [y.register_hook(doubled)]
    seen.append(torch.ones(len(handles)))
    KEPT.extend(handles)
    return (y * scale).sum()


def on_argument(x, scale):
    x = x * 1
    return inner(x) * scale


def inner(x):
    x.register_hook(doubled)
    return x.sum()


def on_leaf(x, scale):
    x.register_hook(doubled)
    x.register_hook(seen.append)
    x.register_post_accumulate_grad_hook(lambda leaf: seen.append(leaf.grad.clone()))
    return (x.sin() * scale).sum()


def gradients(fn):
    x = torch.arange(3.0, requires_grad=True)
    seen.clear()
    result = fn(x, torch.tensor(3.0))
    result.backward()
    return result.detach(), x.grad, [gradient.clone() for gradient in seen]


def case(t):
    for fn, graphs in (silent, 1), (noted, 2), (removed, 2), (kept, 1), (given_away, 2), (on_argument, 1), (inner_alone, 2), (on_leaf, 1):
        for backend in t.backend, "aot_eager":
            t.graphs.clear()
            t.equal(gradients(t.compile(fn, backend=backend)), gradients(fn))
            assert backend != t.backend or len(t.graphs) == graphs, (fn, len(t.graphs))


def inner_alone(x, scale):
    y = x * scale
    torch._dynamo.graph_break()
    return inner(y)


# expect nothing torch-2.12
# Before 2.13 there is no operator for a hook on a result: the graph breaks.
