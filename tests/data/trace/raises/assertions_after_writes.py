"""What the graph checks for an assertion of the program's raises another error than the program: where a tensor was written
into before, it is put back, and the program raises its own."""

import torch

import alternator
from raising import agree


def asserted(x, i, kept):
    kept.add_(1)
    assert (i < 4).all(), "out of range"
    return x[i]


def drawn(x, i, kept):
    kept.normal_()
    torch._assert((i < 4).all(), "out of range")
    return x[i]


def checked(x, i, kept):
    kept.mul_(2)
    number = i[1].item()
    assert number < 4
    return x * number


def program(function):
    def make():
        calls = [(torch.randn(4, 3), torch.tensor(index), torch.ones(3)) for index in ([1, 0], [1, 9], [2, 3])]
        return function, calls

    return make


def case(t):
    for function in asserted, drawn:
        agree(t, program(function), reruns=1)
    with alternator.config.patch(capture_scalar_outputs=True):
        agree(t, program(checked), reruns=1)
