"""A tensor that is made to require gradients, or to keep its own, stays outside of graphs: backends would lose it."""

import torch


def made(x):
    return (x * torch.ones(3, requires_grad=True)).sum()


def differentiated(x):
    y = torch.ones(3, requires_grad=True)
    return torch.autograd.grad((x * y).sum(), y)[0]


def kept(x):
    y = x * 2
    y.retain_grad()
    return y, y.sin()


def within(x):
    with torch.no_grad():
        y = torch.zeros_like(x).requires_grad_()
        y.add_(2)
        return (x * y).sum(), y.requires_grad, y.is_leaf, (x * y).requires_grad


def forgotten(x):
    y = torch.ones_like(x).requires_grad_()
    return (x * y).sum().detach(), (x * y).requires_grad


def escaping(x):
    return x * torch.ones_like(x).requires_grad_()


def written(x):
    y = x.clone()
    whole = y.view(-1)
    y[0] = torch.ones_like(x).requires_grad_()[0]
    return whole.requires_grad


def beside(x, weight):
    bias = torch.zeros(3)
    bias.requires_grad = True
    return bias + x, (x * weight + bias).sum()


def checkpointed(x, weight):
    summed, _ = torch.utils.checkpoint.checkpoint(lambda x: beside(x, weight)[::-1], x, use_reentrant=False)
    return summed * 2


def case(t):
    for backend in ({}, {"backend": "aot_eager"}):
        x = torch.randn(3)
        assert t.compile(made, **backend)(x).requires_grad
        t.equal(t.compile(differentiated, **backend)(x), x)
        leaf = torch.randn(3, requires_grad=True)
        y, z = t.compile(kept, **backend)(leaf)
        z.sum().backward()
        t.equal(y.grad, y.detach().cos())
        for whole in (within, forgotten):
            t.equal(t.compile(whole, fullgraph=True, **backend)(x), whole(x))
        weight = torch.randn(3, requires_grad=True)
        for part in (lambda x, weight: beside(x, weight)[1], checkpointed):
            t.equal(torch.autograd.grad(t.compile(part, fullgraph=True, **backend)(x, weight), weight)[0],
                    torch.autograd.grad(part(x, weight), weight)[0])
        assert t.compile(lambda x: beside(x, weight), **backend)(x)[0].requires_grad
        assert t.compile(escaping, **backend)(x).requires_grad and t.compile(written, **backend)(x)
        with torch.no_grad():
            made_so = t.compile(lambda x: x + torch.ones(3, requires_grad=True), fullgraph=True, **backend)
            assert not made_so(x).requires_grad


# expect breaks
# line 7: a tensor that the graph makes to require gradients leaves it
# line 11: a tensor that the graph makes to require gradients leaves it
# line 12: call of function grad: the backward pass runs outside the graph (trace_autograd_ops is off)
# line 17: call of method_descriptor retain_grad: a gradient that a result of the graph keeps
# line 46: a tensor that the graph makes to require gradients leaves it
# line 34: a tensor that the graph makes to require gradients leaves it
# line 40: a tensor that the graph makes to require gradients leaves it
# line 41: whether a tensor requires gradients after a write that may have changed it
# line 7: a tensor that the graph makes to require gradients leaves it
# line 11: a tensor that the graph makes to require gradients leaves it
# line 12: call of function grad: the backward pass runs outside the graph (trace_autograd_ops is off)
# line 17: call of method_descriptor retain_grad: a gradient that a result of the graph keeps
# line 46: a tensor that the graph makes to require gradients leaves it
# line 34: a tensor that the graph makes to require gradients leaves it
# line 40: a tensor that the graph makes to require gradients leaves it
# line 41: whether a tensor requires gradients after a write that may have changed it
