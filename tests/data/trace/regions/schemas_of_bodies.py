"""Torch asks at each call of a body what it writes into, and traces it to know; one that writes into nothing is traced once for
operands of one form, however many calls there are."""

import torch
from torch._higher_order_ops import utils


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(8)
        self.up = torch.nn.Linear(8, 16)
        self.down = torch.nn.Linear(16, 8)

    def forward(self, x):
        y = self.up(self.norm(x)).relu() * 2
        y = y + y.sum(-1, keepdim=True)
        return x + self.down(y).tanh()


class Model(torch.nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = torch.nn.ModuleList(Layer() for _ in range(layers))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x



def gradients(model, call, x):
    model.zero_grad()
    result = call(x)
    result.sum().backward()
    return [result, *(parameter.grad for parameter in model.parameters())]


def case(t):
    torch.manual_seed(0)
    traced, counts = [], []
    trace = utils.materialize_as_graph

    def materialize_as_graph(*arguments, **keywords):
        traced.append(arguments)
        return trace(*arguments, **keywords)

    utils.materialize_as_graph = materialize_as_graph
    try:
        for layers in (3, 6):
            traced.clear()
            model, x = Model(layers), torch.randn(2, 8, requires_grad=True)
            with t.config.patch(repeated_regions="always"):
                compiled = t.compile(model, backend="aot_eager")
                t.equal(gradients(model, compiled, x), gradients(model, model, x), close=True)
            counts.append(len(traced))
    finally:
        utils.materialize_as_graph = trace
    assert counts[0] == counts[1] > 0, counts


# expect captured
# whole
