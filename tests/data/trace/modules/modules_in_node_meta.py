"""Nodes know which modules were being called when they were made: `nn_module_stack`, as torch writes it."""

import torch


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([torch.nn.Linear(2, 2) for _ in range(2)])
        self.tail = torch.nn.Sequential(torch.nn.ReLU())

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.tail(x).neg()


def case(t):
    block = Block()
    found = {}

    def backend(graph_module, inputs):
        for node in graph_module.graph.nodes:
            if node.op in ("call_function", "call_method"):
                modules = node.meta.get("nn_module_stack", {})
                found[node.name] = [(path, kind.__name__) for path, kind in modules.values()]
                assert all(key == str(id(block.get_submodule(path.partition(".")[2]))) for key, (path, _) in modules.items())
        return graph_module.forward

    def fn(x):
        return block(x) * 2

    t.equal(t.compile(fn, backend=backend)(torch.ones(1, 2)), fn(torch.ones(1, 2)))
    outer = ("L['block']", "Block")
    assert found == {
        "x": [outer, ("L['block'].layers.0", "Linear")],
        "x_1": [outer, ("L['block'].layers.1", "Linear")],
        "input_1": [outer, ("L['block'].tail", "Sequential"), ("L['block'].tail.0", "ReLU")],
        "neg": [outer],
        "mul": [],
    }, found
