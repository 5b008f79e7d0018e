"""Arguments are others at each call, also where they stand at the address of the last call's."""

import torch

model = torch.nn.Sequential(*[torch.nn.Linear(2, 2) for _ in range(6)])
settings = {"model": model, "scale": 2.0}


def in_a_tuple(pack):
    x, settings = pack
    return settings["model"](x) * settings["scale"]


def in_tuples(pack):
    (x, y), (settings, scale) = pack
    return settings["model"](x) * settings["scale"] - y * scale


def case(t):
    given = [torch.randn(3, 2) for _ in range(20)]
    first = t.compile(in_a_tuple)
    for x in given:
        t.equal(first((x, settings)), in_a_tuple((x, settings)))
    second = t.compile(in_tuples)
    for x, y in zip(given, reversed(given)):
        t.equal(second(((x, y), (settings, 3.0))), in_tuples(((x, y), (settings, 3.0))))
    assert len(t.graphs) == 2, len(t.graphs)
