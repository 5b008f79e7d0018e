"""A module's call is that of its `forward` until it has hooks, its own or everybody's, or was compiled or replaced."""

import torch
from torch.nn.modules import module as calls


class Doubled(torch.nn.Module):
    def forward(self, x, *rest, scale=2, **more):
        return x * scale + len(rest) + sum(more.values())


class OwnCall(Doubled):
    def _call_impl(self, x, *args, **kwargs):
        return super()._call_impl(x + 1, *args, **kwargs)


class Around(torch.nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner(x, 1, scale=3, a=4) + self.inner(x)


config = dict(recompile_limit=32)


def case(t):
    x = torch.ones(2)
    for inner in (Doubled(), OwnCall()):
        model = Around(inner)
        compiled = t.compile(lambda x: model(x))
        t.equal(compiled(x), model(x))

        everywhere = calls.register_module_forward_hook(lambda module, args, result: result + 10)
        t.equal(compiled(x), model(x))
        everywhere.remove()
        before = calls.register_module_forward_pre_hook(lambda module, args: (args[0] - 1, *args[1:]))
        t.equal(compiled(x), model(x))
        before.remove()
        t.equal(compiled(x), model(x))

        with_keywords = inner.register_forward_pre_hook(
            lambda module, args, kwargs: (args, {**kwargs, "b": 5}), with_kwargs=True
        )
        t.equal(compiled(x), model(x))
        with_keywords.remove()

        inner.forward = lambda x, *rest, **more: x - len(rest) - len(more)
        t.equal(compiled(x), model(x))
        del inner.forward
        t.equal(compiled(x), model(x))

        inner._compiled_call_impl = lambda x, *rest, **more: x * 100
        t.equal(compiled(x), model(x))
        del inner._compiled_call_impl
        t.equal(compiled(x), model(x))

    class Refuses(torch.nn.Module):
        def forward(self, x):
            raise ValueError("refused")

    def handles(x):
        try:
            return refuses(x)
        except ValueError as error:
            return x + len(str(error))

    refuses = Refuses()
    t.equal(t.compile(handles)(x), handles(x))
    refuses.register_forward_hook(lambda *args: None, always_call=True)
    t.equal(t.compile(handles)(x), handles(x))
