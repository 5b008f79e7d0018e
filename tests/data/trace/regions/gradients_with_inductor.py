"""Gradients through parts that repeat, computed by inductor: memory that a body shares with what it takes is not used again
while its backward pass needs it."""

import torch
from torch._inductor.compile_fx import compile_fx


class Norm(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.rand(64))

    def forward(self, x):
        return self.weight * (x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6))


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = Norm()
        self.up = torch.nn.Linear(64, 128, bias=False)
        self.down = torch.nn.Linear(128, 64, bias=False)

    def forward(self, x):
        return x + self.down(self.up(self.norm(x)).tanh())


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("row", torch.rand(1, 4096))
        self.embedding = torch.nn.Embedding(10, 64)
        self.layers = torch.nn.ModuleList(Layer() for _ in range(3))
        self.norm = Norm()
        self.head = torch.nn.Linear(64, 100, bias=False)

    def forward(self, tokens):
        # So much that inductor uses memory again wherever it can: what follows never needs more.
        much = tokens[..., None].float() @ self.row
        x = self.embedding(tokens) * much.mean()
        for layer in self.layers:
            x = layer(x)
        # What the norm gives fits where that lay which the last layer was given; its backward pass needs that still.
        return self.head(self.norm(x))


def gradients(model, call, tokens):
    model.zero_grad()
    result = call(tokens)
    (result * torch.randn(100, generator=torch.Generator().manual_seed(1))).mean().backward()
    return [result, *(parameter.grad for parameter in model.parameters())]


def case(t):
    torch.manual_seed(0)
    model, tokens = Model(), torch.arange(32).reshape(2, 16) % 10

    def inductor(module, inputs):
        t.graphs.append(module)
        return compile_fx(module, inputs)

    with t.config.patch(repeated_regions="always"):
        compiled = t.compile(model, backend=inductor)
        for _ in range(2):
            t.equal(gradients(model, compiled, tokens), gradients(model, model, tokens), close=True)
    assert t.ops().count("invoke_subgraph") == 3, t.ops()


# expect captured
# whole
