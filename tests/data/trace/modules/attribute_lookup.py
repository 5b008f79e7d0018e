# Parameters, buffers, submodules and plain attributes, found and not found, before and after they change.

import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(2))
        self.register_buffer("shift", torch.ones(2))
        self.linear = torch.nn.Linear(2, 2)

    def forward(self, x):
        try:
            self.nothing
        except AttributeError as error:
            text = str(error)
        y = self.linear(x) * self.weight + self.shift
        return y, text, hasattr(self, "scale"), getattr(self, "scale", 3)


class Further(Model):
    def __getattr__(self, name):
        if name == "scale":
            return 7
        return super().__getattr__(name)


def case(t):
    x = torch.randn(2)
    for make in (Model, Further):
        model = make()
        compiled = t.compile(model)
        for _ in range(2):
            t.equal(compiled(x), model(x))
        before = len(t.graphs)
        model.scale = 5
        t.equal(compiled(x), model(x))
        model.weight = torch.nn.Parameter(torch.zeros(2))
        t.equal(compiled(x), model(x))
        del model._buffers["shift"]
        model.shift = torch.full((2,), 9.0)
        t.equal(compiled(x), model(x))
        assert len(t.graphs) > before
    with_own_tables = Model()
    del with_own_tables.__dict__["_modules"]
    try:
        t.compile(lambda x: with_own_tables.linear(x))(x)
    except AttributeError as error:
        assert str(error) == "'Model' object has no attribute 'linear'", error
    else:
        raise AssertionError("a module without its table has no submodules")
