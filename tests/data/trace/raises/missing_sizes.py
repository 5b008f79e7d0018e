"""Operators that take any number of sizes want one at least; what torch raises for none meets the program's handlers."""

import torch

import raising

LOG = []


class Noted:
    def __enter__(self):
        LOG.append("enter")

    def __exit__(self, kind, *_):
        LOG.append(kind and kind.__name__)
        return True


MISSING = (
    lambda x: torch.zeros(),
    lambda x: torch.ones(),
    lambda x: torch.empty(),
    lambda x: torch.rand(),
    lambda x: torch.randn(),
    lambda x: x.new_zeros(),
    lambda x: x.new_ones(),
    lambda x: x.view(),
    lambda x: x.reshape(),
    lambda x: x.permute(),
    lambda x: x.expand(),
    lambda x: x.repeat(),
    lambda x: x.tile(),
    lambda x: x.flip(),
)


def program(operation):
    def function(x):
        y = x + 1
        with Noted():
            y = y + operation(x)
        return y * 2

    def make():
        LOG.clear()
        return function, [(torch.ones(2, 3),), (torch.ones(2, 3),)], lambda: LOG

    return make


def given(x):
    return torch.zeros(()), torch.ones(size=(2,)), x.flip(()), x[0, 0].view(()), x.new_zeros(()), x.reshape([3, 2]), torch.zeros([2])


def case(t):
    for operation in MISSING:
        raising.agree(t, program(operation))
    raising.agree(t, lambda: (given, [(torch.ones(2, 3),)] * 2))
