"""Nodes of the graph that are made in a region of `torch.fx.traceback.annotate` carry what it says, as `custom` in their `meta`."""

import torch
import torch.fx.traceback
from torch.fx.traceback import annotate, annotate_fn, preserve_node_meta

linear = torch.nn.Linear(3, 3)
NESTED = {"options": {"sizes": [1, 2]}}


def regions(a, b):
    c = a + 1
    with annotate({"stage": 1}):
        d = c + b
        with annotate({"more": {"listed": [1, (2, "x")], "none": None}}):
            e = linear(d)
        f = e.sin()
    return f.cos()


@annotate_fn({"name": "f"})
def annotated(a):
    return a.sin()


def calls(a):
    with annotate(NESTED):
        b = annotated(a)
    return b + annotated(a)


def raises(a):
    try:
        with annotate({"stage": 1}):
            b = a + 1
            raise ValueError
    except ValueError:
        pass
    return b + 2


def branches(a):
    with annotate({"stage": 1}):
        return torch.cond(a.sum() > 0, torch.sin, torch.cos, [a])


def breaks(a):
    with annotate({"stage": 1}):
        b = a + 1
        print("between two graphs")
        return b.sin(), dict(torch.fx.traceback.current_meta["custom"])


def case(t):
    graphs = []

    def backend(module, examples):
        graphs.append(module)
        return module.forward

    def notes(function, *arguments, fullgraph=True):
        graphs.clear()
        t.equal(t.compile(function, backend=backend, fullgraph=fullgraph)(*arguments), function(*arguments))
        called = [[node for node in graph.graph.nodes if node.op.startswith("call")] for graph in graphs]
        return [[(node.name, node.meta.get("custom")) for node in nodes] for nodes in called]

    def same(found, expected):
        # By their texts: the nodes share no dict.
        t.equal(repr(found), repr(expected))

    x = torch.ones(3)
    inner = {"stage": 1, "more": {"listed": [1, (2, "x")], "none": None}}
    found = [("c", None), ("d", {"stage": 1}), ("e", inner), ("f", {"stage": 1}), ("cos", None)]
    same(notes(regions, x, x), [found])
    same(notes(calls, x), [[("b", {**NESTED, "name": "f"}), ("sin_1", {"name": "f"}), ("add", None)]])
    same(notes(raises, x), [[("b", {"stage": 1}), ("add_1", None)]])
    same([note for _, note in notes(branches, x)[0]], [{"stage": 1}] * 4)
    same(notes(breaks, x, fullgraph=False)[0], [("b", {"stage": 1})])
    # What is around the compilation counts where torch is told to keep it.
    with annotate({"around": 1}):
        same(notes(lambda a: a + 1, x), [[("add", None)]])
        with preserve_node_meta():
            same(notes(lambda a: annotated(a) + 2, x), [[("sin", {"around": 1, "name": "f"}), ("add", {"around": 1})]])
