"""Callables that decorators put into the graph as they are, or keep out of it."""

import torch
import torch._dynamo

import alternator


def targets_of(fn, *args):
    graphs = []

    def keep(module, inputs):
        graphs.append(module.graph)
        return module.forward

    result = alternator.compile(fn, backend=keep)(*args)
    return result, [[node.target for node in graph.nodes if node.op == "call_function"] for graph in graphs]


class Scale:
    """A callable that is no function."""

    def __init__(self, factor):
        self.factor = factor
        self.__name__ = f"scale_by_{factor}"

    def __call__(self, x):
        return x * self.factor


def ends_with_underscore_(x, parts=(), *, scale=1):
    torch._dynamo.graph_break()
    return x.sin() * scale, [part + 1 for part in parts]


def plain(x):
    return x + 1


@torch._dynamo.nonstrict_trace
def traced_by_the_backend(x, options):
    torch._dynamo.graph_break()
    return x * options["factor"]


@alternator.allow_in_graph
def ours(x):
    return x.cos()


double = torch._dynamo.allow_in_graph(Scale(2.0))
torch.compiler.allow_in_graph([ends_with_underscore_, plain])


def uses_all(x):
    y, (z,) = ends_with_underscore_(double(x), [x], scale=3)
    return ours(plain(y)) + z + x.shape[0]


def case(t):
    x = torch.arange(3.0)
    result, targets = targets_of(uses_all, x)
    assert torch.equal(result, uses_all(x))
    (targets,) = targets
    for target in (double, ends_with_underscore_, plain, ours):
        assert target in targets, (target, targets)
    assert torch.sin not in targets

    result, targets = targets_of(lambda x: traced_by_the_backend(x, {"factor": 3}) + 1, x)
    assert torch.equal(result, x * 3 + 1) and len(targets) == 1, targets

    leaf = x.clone().requires_grad_()
    alternator.compile(uses_all, backend="aot_eager", fullgraph=True)(leaf).sum().backward()
    again = x.clone().requires_grad_()
    uses_all(again).sum().backward()
    assert torch.equal(leaf.grad, again.grad)

    torch._dynamo.disallow_in_graph(torch.sub)
    try:
        result, targets = targets_of(lambda x: torch.sub(x + 1, 1) * 2, x)
        assert torch.equal(result, x * 2) and len(targets) == 2, targets
    finally:
        torch._dynamo.allow_in_graph(torch.sub)

    nameless = alternator.allow_in_graph(Scale(2.0))
    del nameless.__name__
    result, targets = targets_of(lambda x: nameless(x + 1) * 2, x)
    assert torch.equal(result, (x + 1) * 4) and len(targets) == 3, "its own frame is captured by itself"

    address = id(alternator.allow_in_graph(lambda x: x))
    assert address not in alternator.marks.allowed.function_ids, "a callable that is gone is still marked"
