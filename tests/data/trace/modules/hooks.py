"""Hooks of a module and of its layers run; later ones are noticed."""

import torch


def case(t):
    model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU())
    compiled = t.compile(model)
    x = torch.randn(2, 4)
    t.equal(compiled(x), model(x))
    inner = model[0].register_forward_hook(lambda m, args, out: out * 2)
    t.equal(compiled(x), model(x))
    outer = model.register_forward_pre_hook(lambda m, args: (args[0] + 1,))
    t.equal(compiled(x), model(x))
    inner.remove()
    outer.remove()
    t.equal(compiled(x), model(x))
    model[1] = torch.nn.Tanh()
    t.equal(compiled(x), model(x))
