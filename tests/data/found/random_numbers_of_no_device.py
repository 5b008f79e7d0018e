"""Random operators on the device `meta` draw nothing, and no generator's state is kept for them. Found by hand."""

import torch


def shapes_alone(x):
    layer = torch.nn.Linear(x.shape[1], 2, device="meta")
    filled = torch.empty(3, device="meta").uniform_()
    return x * 2, torch.rand(3, device="meta").device, layer.weight.shape, layer.weight.device, filled.shape


def beside_real_ones(x):
    return torch.rand(2, device="meta").shape, x + torch.rand(3)


def case(t):
    for settings in ({}, {"dynamic": True}):
        compiled = t.compile(shapes_alone, **settings)
        for width in (3, 4, 5):
            expected, found = shapes_alone(torch.ones(2, width)), compiled(torch.ones(2, width))
            assert repr(expected) == repr(found), found

    compiled = t.compile(beside_real_ones)
    for _ in range(2):
        state = torch.get_rng_state()
        expected = beside_real_ones(torch.ones(3))
        torch.set_rng_state(state)
        assert repr(compiled(torch.ones(3))) == repr(expected)
