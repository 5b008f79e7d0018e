"""A trace that ends between the making of a function and its closure, which are two instructions since 3.13, is given up."""

import dis

import torch

import alternator
from alternator import _engine


def fn(x, n):
    def inner(y=2, *, z: int = 3):
        return y * n + z

    return x + inner()


def case(t):
    x = torch.ones(2)
    for instruction in dis.get_instructions(fn):
        alternator.reset()
        _engine.break_before(fn.__code__, instruction.offset)
        try:
            for n in 1, 5:
                assert torch.equal(t.compile(fn)(x, n), fn(x, n)), instruction
        finally:
            _engine.break_before()


# expect captured
# in pieces
