"""A backend that raises while it traces a graph with a transform leaves the transform's level. Found by hand: all random
operators of the process were refused afterwards."""

import torch


def draws(x):
    return torch.vmap(lambda row: row + torch.randn(4))(x)


def case(t):
    for backend in ("eager", "aot_eager", "inductor"):
        try:
            t.compile(draws, backend=backend)(torch.ones(2, 4))
        except Exception as error:
            assert "randomness" in str(error), error
        else:
            raise AssertionError("random numbers of a batch were not refused")
        assert torch._C._functorch.maybe_current_level() is None
        assert torch.randn(2).shape == (2,)
