"""A device may be entered: what makes tensors makes them there. The default device may come and go with its object."""

import torch


def entered(x):
    with torch.device("meta") as device:
        made = torch.ones(3)
        with torch.device("cpu"):
            inner = torch.zeros(3)
    return x * 2, made, inner, torch.ones(2), device.type


def default(x):
    torch.set_default_device("meta")
    made = torch.ones(2)
    torch.set_default_device(None)
    return x * 2, made


def case(t):
    x = torch.arange(3.0)
    for function, whole in (entered, True), (default, False):
        compiled = t.compile(function, fullgraph=whole)
        for _ in range(3):
            found, expected = compiled(x), function(x)
            assert [getattr(value, "device", value) for value in found] == [getattr(value, "device", value) for value in expected]
            t.equal(found[0], expected[0])
