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


def halve(module, arguments):
    return arguments[0] / 2


def halve_all(module, arguments, keywords):
    return (arguments[0] / 2,), {"scale": keywords["scale"] + 1}


def look_at_all(module, arguments, keywords, result):
    module.seen = arguments[0] + result
    assert keywords["scale"] == 4


class Leaving(Layer):
    def forward(self, x, scale=1):
        self.handle.remove()
        return super().forward(x, scale)


def fn(layer, x):
    return layer(x, scale=3) + 1


class Joining(Layer):
    def forward(self, x, scale=1):
        self.register_forward_hook(double)
        return super().forward(x, scale)


def between(layer, x):
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

    # One before and one behind, with keywords and without.
    compiled = t.compile(between)
    for named in (False, True):
        made = len(t.graphs)
        for _ in range(3):
            layer = Layer()
            layer.register_forward_pre_hook(halve_all if named else halve, with_kwargs=named)
            layer.register_forward_hook(look_at_all if named else look, with_kwargs=named)
            t.equal(compiled(layer, x), layer.forward(x / 2, 4 if named else 3) + 1)
            t.equal(layer.seen, x / 2 + layer.forward(x / 2, 4 if named else 3))
        assert len(t.graphs) == made + 1, len(t.graphs)
    layer.register_forward_pre_hook(lambda module, arguments, keywords: None, with_kwargs=True)
    t.equal(compiled(layer, x), layer.forward(x / 2, 4) + 1)
    # One that comes while the module runs is called.
    joining = Joining()
    joining.register_forward_hook(look)
    t.equal(compiled(joining, x), Layer.forward(joining, x, 3) * 2 + 1)
    assert len(joining._forward_hooks) == 2
    wrong = Layer()
    wrong.register_forward_pre_hook(lambda module, arguments, keywords: 3, with_kwargs=True)
    try:
        compiled(wrong, x)
        raise AssertionError("no error")
    except RuntimeError as error:
        assert str(error).endswith("(new_args, new_kwargs), but got 3."), error


# expect breaks
# hooks.py: a weak reference, after a variable has let go of an object
# hooks.py: hooks of a module that change while it runs
