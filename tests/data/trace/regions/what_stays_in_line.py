"""A part is called only where nobody could tell a call from the operators that it stands for."""

import torch


class Layer(torch.nn.Module):
    def __init__(self, number, kind):
        super().__init__()
        self.number, self.kind = number, kind
        self.linear = torch.nn.Linear(4, 4)
        self.norm = torch.nn.BatchNorm1d(4)
        self.register_buffer("seen", torch.zeros(()))

    def forward(self, x):
        y = self.linear(x).relu() + x.sum() * 2
        y = torch.sin(y) - torch.cos(y)
        match self.kind:
            case "writes":
                y = self.norm(y)
            case "counts":
                self.seen.add_(1)
            case "draws":
                y = y + torch.rand_like(y)
            case "writes into its own":
                y = (y * 2).add_(1).relu_()
            case "drops nothing":
                y = torch.nn.functional.dropout(y, 0.5, training=False)
            case "differs":
                y = y * self.number
            case "gives a view of what it takes":
                return y, x[0]
            case "gives the same memory twice":
                return y, y[0]
            case "sets a mode":
                with torch.no_grad():
                    z = y * x.sum()
                y = y + z
            case "gives what no other part gives":
                return (y, y * 2) if self.number == 1 else (y, None)
        return y, None


class Model(torch.nn.Module):
    def __init__(self, kind, count=4):
        super().__init__()
        self.layers = torch.nn.ModuleList(Layer(number, kind) for number in range(count))

    def forward(self, x):
        kept = []
        for layer in self.layers:
            x, more = layer(x)
            if more is not None:
                kept.append(more)
        return x, kept


KINDS = {
    "plain": 4,
    "few": 0,
    "writes into its own": 4,
    "drops nothing": 4,
    "gives what no other part gives": 3,
    "writes": 0,
    "counts": 0,
    "draws": 0,
    "differs": 0,
    "gives a view of what it takes": 0,
    "gives the same memory twice": 0,
    "sets a mode": 0,
}


def gradients(model, x, call):
    x = x.clone().requires_grad_()
    result, kept = call(x)
    sum(t.sum() for t in [result, *kept]).backward()
    found = [x.grad, *(p.grad for p in model.parameters())]
    model.zero_grad()
    return [result, *kept, *found]


def case(t):
    x = torch.randn(3, 4)
    with t.config.patch(repeated_regions="always", recompile_limit=64):
        for kind, calls in KINDS.items():
            model = Model(kind, 2 if kind == "few" else 4)
            # Until torch 2.13, a region whose graph runs as it stands has no backward pass, of torch.compile's neither.
            runs = t.release >= (2, 14) or not calls
            for backend in (t.backend, "eager", "aot_eager") if runs else ("aot_eager",):
                compiled = t.compile(model, backend=backend)
                torch.manual_seed(1)
                expected = gradients(model, x, model)
                torch.manual_seed(1)
                t.equal(gradients(model, x, compiled), expected, close=backend == "aot_eager")
            if not runs:
                with torch.no_grad():
                    for backend in (t.backend, "eager"):
                        torch.manual_seed(1)
                        expected = model(x)
                        torch.manual_seed(1)
                        t.equal(t.compile(model, backend=backend)(x), expected)
            assert t.ops().count("invoke_subgraph") == calls, (kind, t.ops())

    def refuses(module, inputs):
        names = [str(node.target) for node in module.graph.nodes]
        if "invoke_subgraph" in names:
            raise NotImplementedError("a body that is called")
        t.graphs.append(module)
        return module.forward

    # A backend that cannot compile them gets the parts in line.
    model = Model("plain")
    with t.config.patch(repeated_regions="always"):
        t.equal(t.compile(model, backend=refuses)(x), model(x))
    assert t.ops().count("linear") == 4, t.ops()
