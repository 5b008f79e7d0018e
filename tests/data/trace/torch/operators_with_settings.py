"""An operator with a function that takes an object of settings: the object is made by a node of its own."""

import torch
from torch._higher_order_ops import InvokeQuant


def fn(x):
    quantise = InvokeQuant(codegen_low_precision=False)
    return quantise(lambda y: y * 2 + x.shape[0], x, scheme="nf4") + 1


def case(t):
    graphs = []

    def backend(module, examples):
        graphs.append([str(node.target) for node in module.graph.nodes if node.op == "call_function"])
        return module.forward

    compiled = t.compile(fn, backend=backend, fullgraph=True)
    t.equal(compiled(torch.ones(2)), torch.ones(2) * 2 + 3)
    (nodes,) = graphs
    t.equal(any("InvokeQuant" in node for node in nodes), True)
