"""Autograd refuses to save a tensor that was made in inference mode, and writes into one, when the operator runs.

Found by `tools/fuzz --transforms` (seed 657822255): the operator was left out where its result is unused, and what came before it
was lost.
"""

import torch


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)
        self.register_buffer("count", torch.zeros(()))
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        self.count += 1
        return self.linear(x)


def made(x, layer):
    with torch.inference_mode():
        x = x * 1
    return layer(x)


def unused(x, layer):
    with torch.inference_mode():
        x, _ = (x * 1).split(4)
    layer(x[:4])


def taken(x, layer):
    layer(x)


def written(x, layer):
    with torch.inference_mode():
        x = x * 1
    layer.calls += 1
    x.add_(1)


def handled(x, layer):
    with torch.inference_mode():
        x = x * 1
    try:
        layer(x)
    except RuntimeError:
        layer.count += 10
    return layer.count * 1


def case(t):
    def outcome(function, x):
        torch.manual_seed(0)
        layer = Layer()
        try:
            result = function(x, layer)
        except RuntimeError as error:
            result = str(error)
        return result, layer.calls, layer.count

    for function in (made, unused, taken, written, handled):
        x = torch.arange(4.0)
        if function is unused:
            x = torch.arange(8.0)
        if function is taken:
            with torch.inference_mode():
                x = x * 1
        t.equal(outcome(t.compile(function), x), outcome(function, x))
