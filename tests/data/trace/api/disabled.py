"""What is disabled keeps its name, binds as a method, and carries torch's marks."""

import torch

import alternator


class Box:
    @alternator.disable
    def method(self, x):
        """What it does."""
        return x + 1

    @alternator.disable(recursive=False, reason="because")
    def other(self, x):
        return x + 2


@alternator.disable
class Layer(torch.nn.Module):
    def forward(self, x):
        return x + 1


def case(t):
    box = Box()
    assert box.method(1) == 2 and Box.method(box, 1) == 2 and box.other(1) == 3
    assert Box.method.__doc__ == "What it does." and Box.method.__name__ == "method"
    assert Box.method._torchdynamo_disable and Box.method._torchdynamo_disable_recursive
    assert not Box.other._torchdynamo_disable_recursive and Box.other._torchdynamo_disable_msg == "because"
    linear = torch.nn.Linear(2, 2)
    x = torch.ones(1, 2)
    t.equal(alternator.disable(linear)(x), linear(x))
    # The calls of a class of modules, which rules know.
    layer = Layer()
    t.equal(t.compile(lambda x: layer(x * 2))(x), x * 2 + 1)
    t.equal(t.ops(), ["mul"])
    for wrong in (alternator.disable, alternator.compile, alternator.allow_in_graph):
        for expected in (TypeError, AssertionError):
            try:
                wrong(3)
            except expected:
                continue
            raise AssertionError(wrong)
