"""Modules that have a hook each share an entry, though hooks are numbered for the whole process; other hooks, other
counts of hooks and hooks that change on the way are told apart."""

import torch


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)

    def forward(self, x, scale=1):
        return self.linear(x).relu() * scale


def double(module, arguments, result):
    return result * 2


def look(module, arguments, result):
    module.seen = arguments[0] + result


class Leaving(Layer):
    def forward(self, x, scale=1):
        self.handle.remove()
        return super().forward(x, scale)


def fn(layer, x):
    return layer(x, scale=3) + 1


def case(t):
    torch.manual_seed(0)
    x = torch.randn(2, 3)
    layers = [Layer() for _ in range(12)]
    handles = [layer.register_forward_hook(double) for layer in layers]
    compiled = t.compile(fn)
    for layer in layers:
        t.equal(compiled(layer, x), fn(layer, x))
    assert len(t.graphs) == 1, len(t.graphs)

    # Another hook in its place, none, two.
    handles[0].remove()
    t.equal(compiled(layers[0], x), fn(layers[0], x))
    layers[0].register_forward_hook(look)
    t.equal(compiled(layers[0], x), fn(layers[0], x))
    t.equal(layers[0].seen, x + layers[0].forward(x, 3))
    layers[0].register_forward_hook(double)
    t.equal(compiled(layers[0], x), fn(layers[0], x))
    t.equal(compiled(layers[1], x), fn(layers[1], x))

    # One that goes while the module runs is not called.
    for _ in range(2):
        leaving = Leaving()
        leaving.handle = leaving.register_forward_hook(double)
        found = compiled(leaving, x)
        t.equal(found, Layer.forward(leaving, x, 3) + 1)
        assert not leaving._forward_hooks


# expect breaks
# line 31: hooks of a module that change while it runs
# hooks.py: a weak reference, after a variable has let go of an object
