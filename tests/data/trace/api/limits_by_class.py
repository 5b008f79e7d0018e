"""Classes whose calls share code have a recompile limit each; instances of one class share it, as other calls do."""

import warnings

import torch


def classes():
    for number in range(12):

        class Model(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.factor = number

            def forward(self, x):
                return x * self.factor

        Model.__name__ = Model.__qualname__ = f"Model{number}"
        yield number, Model


BREAKING = """
class Model(torch.nn.Module):
    def forward(self, x):
        y = x + 1
        print(end="")
        return y * self.factor
"""


def breaking_classes():
    for number in range(12):
        space = {"torch": torch}
        exec(compile(BREAKING, __file__, "exec"), space)
        space["Model"].factor = number
        yield number, space["Model"]


class Base:
    def __call__(self, x):
        return self.of(x) + 1

    def again(self, x):
        return self.of(x) + 2


class Row(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(size))

    def forward(self, x):
        return x + self.weight


def case(t):
    x = torch.ones(2)
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        graphs = len(t.graphs)
        for number, Model in classes():
            model = Model()
            model._compiled_call_impl = t.compile(model._call_impl)
            t.equal(model(x), x * number)
            t.equal(t.compile(Model())(x), x * number)
            t.equal(t.compile(Model)()(x), x * number)
        assert len(t.graphs) >= graphs + 12

        graphs = len(t.graphs)
        for number, Model in breaking_classes():
            model = Model()
            model._compiled_call_impl = t.compile(model._call_impl)
            t.equal(model(x), (x + 1) * number)
        assert len(t.graphs) == graphs + 24, len(t.graphs) - graphs

        graphs = len(t.graphs)
        for number in range(12):
            made = type(f"Made{number}", (Base,), {"of": lambda self, x, number=number: x * number})
            t.equal(t.compile(made().again)(x), x * number + 2)
            t.equal(t.compile(made)()(x), x * number + 1)
        assert len(t.graphs) == graphs + 24, len(t.graphs) - graphs
    assert not any("recompile_limit" in str(warning.message) for warning in given), given

    # One class has the limit that it had.
    graphs = len(t.graphs)
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        for size in range(2, 14):
            row = Row(size)
            t.equal(t.compile(row.forward, dynamic=False)(torch.ones(size)), row(torch.ones(size)))
    assert len(t.graphs) == graphs + 8, len(t.graphs) - graphs
    assert any("recompile_limit" in str(warning.message) for warning in given)
