"""no_grad and enable_grad are nodes that switch the mode, as functions and as context managers."""

import torch


@torch.no_grad()
def without(x):
    return x * 2, torch.is_grad_enabled()


def fn(x):
    with torch.no_grad():
        y = x * 3
        inside = torch.is_grad_enabled()
        with torch.enable_grad():
            z = x * 4
    return y, z, inside, torch.is_grad_enabled(), without(x)


calls = [(torch.randn(2, requires_grad=True),)]
