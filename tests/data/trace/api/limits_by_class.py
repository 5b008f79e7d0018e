"""Classes whose calls share code have a recompile limit each; instances of one class share it, as other calls do."""

import contextlib
import logging

import torch


@contextlib.contextmanager
def logged():
    """What torch's front end, and Alternator in its place, warns of in its log."""
    said = []
    handler = logging.Handler()
    handler.emit = lambda record: said.append(record.getMessage())
    log = logging.getLogger("torch._dynamo")
    log.addHandler(handler)
    try:
        yield said
    finally:
        log.removeHandler(handler)


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
    with logged() as said:
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
    assert not said, said

    # One class has the limit that it had.
    graphs = len(t.graphs)
    with logged() as said:
        for size in range(2, 14):
            row = Row(size)
            t.equal(t.compile(row.forward, dynamic=False)(torch.ones(size)), row(torch.ones(size)))
    assert len(t.graphs) == graphs + 8, len(t.graphs) - graphs
    assert len(said) == 1 and "hit config.recompile_limit (8)" in said[0] and "size mismatch" in said[0], said
