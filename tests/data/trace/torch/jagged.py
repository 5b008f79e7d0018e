"""Jagged tensors: rows of different lengths, that are guarded by class, and by the sizes of what is in them."""

import torch


def jagged(*lengths, gradients=False):
    torch.manual_seed(sum(lengths))
    rows = [torch.randn(length, 4) for length in lengths]
    return torch.nested.nested_tensor(rows, layout=torch.jagged, requires_grad=gradients)


def pointwise(x):
    return x.sin() + x * 2


def asked(x):
    return x.is_nested, x.layout is torch.jagged, x.dim(), x.size(0), x.shape[-1], x.values() * 2, x.offsets()


def reshaped(x):
    return x.view(x.size(0), x.size(1), 2, 2), torch.cat([x, x], -1)


def reduced(x):
    return x.sum(-1), x.sum(1), x.softmax(-1)


def made(x):
    return torch.nested.nested_tensor_from_jagged(x.values().cos(), x.offsets()) * 2


def padded(x):
    return x.to_padded_tensor(0.0) + 1


class Layers(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.wide, self.norm, self.narrow = torch.nn.Linear(4, 8), torch.nn.LayerNorm(8), torch.nn.Linear(8, 4)

    def forward(self, x):
        return self.narrow(self.norm(self.wide(x).relu())) + x


def plain(result):
    if isinstance(result, (tuple, list)):
        return [plain(item) for item in result]
    if isinstance(result, torch.Tensor) and result.is_nested:
        return ["jagged", result.size(0), result.values().detach().clone(), result.offsets()]
    return result.detach() if isinstance(result, torch.Tensor) else result


def case(t):
    layers = Layers()
    for backend in ("eager", "aot_eager"):
        for program in (pointwise, asked, reshaped, reduced, made, padded, layers):
            compiled = t.compile(program, backend=backend)
            for lengths in ((2, 3), (2, 3), (4, 1), (1, 2, 5), (2, 2)):
                t.equal(plain(compiled(jagged(*lengths))), plain(program(jagged(*lengths))))
        x, y = jagged(2, 3, gradients=True), jagged(2, 3, gradients=True)
        t.compile(layers, backend=backend)(x).values().sum().backward()
        layers(y).values().sum().backward()
        t.equal(plain(x.grad), plain(y.grad))


# expect breaks
