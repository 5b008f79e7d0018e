"""Nodes know what they come from: `source_fn_stack` has the operators whose bodies a node is in, and the layer of torch.nn
or the function, as with torch's front end."""

import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)
        self.tail = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.LayerNorm(2))

    def forward(self, x):
        held = self.tail(self.linear(x))
        wide = torch.cat([held, x.neg()])
        return torch.cond(wide.sum() > 0, lambda y: y.sin() + 1, lambda y: self.tail(y), (wide,))


def case(t):
    model = Model().requires_grad_(False)

    def found(compile):
        stacks = []

        def backend(graph_module, inputs):
            for module in graph_module.modules():
                if isinstance(module, torch.fx.GraphModule):
                    stacks.extend(n.meta["source_fn_stack"] for n in module.graph.nodes if n.op in ("call_function", "call_method"))
            return graph_module.forward

        torch._dynamo.reset()
        t.equal(compile(model, backend=backend)(torch.ones(1, 2)), model(torch.ones(1, 2)))
        return stacks

    theirs, ours = found(torch.compile), found(t.compile)
    assert any(len(stack) == 2 for stack in ours)
    assert ours == theirs, f"{ours}\n{theirs}"
