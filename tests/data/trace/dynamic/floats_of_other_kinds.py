"""What a function makes of a float that changes: the results stay those of Python."""

import math

import torch


def of_numbers(x, d):
    return x * math.exp(d), x * int(d * 10), x * round(d, 1), x * abs(-d), x * d**2, f"{d:.2f}"


def of_operators(x, d):
    return torch.add(x, x, alpha=d), torch.full((2,), d), x.clamp(d, d + 1), torch.arange(0, 1, d), torch.tensor([d, 1.0])


def given_back(x, d):
    return x * d, d, d * 2, {"d": d}


def before_and_after_a_break(x, d):
    y = x * d
    torch._dynamo.graph_break()
    return y * (1 - d)


class Scaled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.factor = 0.1

    def forward(self, x):
        return x * self.factor


def case(t):
    x = torch.arange(1.0, 5.0)
    for backend in ("eager", "aot_eager"):
        for function in (of_numbers, of_operators, given_back, before_and_after_a_break):
            compiled = t.compile(function, backend=backend)
            for d in (0.1, 0.2, 0.3, 0.45, 0.2, 1.0):
                t.equal(compiled(x, d), function(x, d))
    model = Scaled()
    compiled = t.compile(model)
    before = len(t.graphs)
    for factor in (0.1, 0.2, 0.3, 0.4):
        model.factor = factor
        t.equal(compiled(x), model(x))
    t.equal(len(t.graphs) - before, 2)
