"""A number of a module or a global that keeps changing becomes a symbol at its third value; what differs from module to module does not."""

import torch

rounds = 0


class Step(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.steps = 0

    def forward(self, x):
        self.steps += 1
        return x * self.steps + self.width


first, second, third = Step(2), Step(3), Step(5)


def step(module, x):
    return module(x) + rounds


def width(module, x):
    return x.expand(module.width, 2) * 2


def case(t):
    global rounds
    x = torch.ones(2)
    compiled = t.compile(step)
    for rounds in range(8):
        t.equal(compiled(first, x), x * (rounds + 1) + 2 + rounds)
    assert first.steps == 8
    t.equal(len(t.graphs), 3)
    compiled = t.compile(width)
    for module in (first, second, third):
        t.equal(compiled(module, x), x.expand(module.width, 2) * 2)
    sizes = [node.meta["example_value"].shape for module in t.graphs[3:] for node in module.graph.nodes if node.op == "call_method"]
    t.equal([tuple(size) for size in sizes], [(2, 2), (3, 2), (5, 2)])
