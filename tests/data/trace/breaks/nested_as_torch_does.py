"""Where breaks nest, all that torch.compile captures is captured, in no more graphs."""

import torch
import torch._dynamo


def leaf(x):
    y = x + 1
    torch._dynamo.graph_break()
    return y * 2


def twice(x):
    y = leaf(x.sin())
    return leaf(y.cos()) - y


def with_arguments(x, *args, k=1, **kwargs):
    x = leaf(x * k)
    return x + sum(args) + sum(kwargs.values())


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)

    def forward(self, x):
        return self.linear(leaf(x)).relu()


def closure(x):
    z = x.tanh()

    def inner(y):
        nonlocal z
        z = z + y
        torch._dynamo.graph_break()
        return z * y

    return inner(x) + z


def in_try(x):
    try:
        y = twice(x)
    finally:
        x = x + 1
    return y + x


def case(t):
    x = torch.ones(3, requires_grad=True)
    model = Model()
    programs = [leaf, twice, lambda x: with_arguments(x, 1, 2, k=3, n=4), closure, in_try]
    programs += [model, lambda x: model(x) + 1]
    for number, program in enumerate(programs):
        made = []
        for compiler in torch.compile, t.compile:
            graphs = []

            def backend(module, inputs):
                graphs.append(sum(node.op.startswith("call") for node in module.graph.nodes))
                return module.forward

            with torch._dynamo.config.patch(nested_graph_breaks=True), t.config.patch(nested_graph_breaks=True):
                t.equal(compiler(program, backend=backend)(x), program(x))
            made.append(graphs)
            torch._dynamo.reset()
        theirs, ours = made
        assert len(ours) <= len(theirs) and sum(ours) >= sum(theirs), (number, made)
        if program is not in_try:  # torch.compile leaves out what follows its break there.
            assert ours == theirs, (number, made)
