"""Whether gradients are on in the `backward` of a custom function is for its caller to say: off, but with `create_graph`.
A graph has one answer for all calls, so such a function stays outside of it. Found by hand."""

import torch


class Asks(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * (10 if torch.is_grad_enabled() else 20)


class Sets(torch.autograd.Function):
    """Modes that it sets itself are known."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        with torch.no_grad():
            weight = x.detach() * 3
        with torch.enable_grad():
            return gradient * weight


def gradients(function, create_graph):
    x = torch.ones(2, requires_grad=True)
    return torch.autograd.grad(function(x).sum(), x, create_graph=create_graph)[0]


def case(t):
    for backend in ("eager", "aot_eager"):
        for own in (Asks, Sets):

            def function(x):
                return own.apply(x + 1)

            compiled = t.compile(function, backend=backend, fullgraph=own is Sets)
            # AOTAutograd refuses the other.
            for create_graph in (False, True, False) if backend == "eager" else (False,):
                expected, found = gradients(function, create_graph), gradients(compiled, create_graph)
                assert torch.equal(expected, found), (backend, own, create_graph, expected, found)
