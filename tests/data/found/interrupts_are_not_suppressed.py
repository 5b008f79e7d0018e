"""`suppress_errors` is for errors: an interrupt while a backend compiles leaves the compiled function."""

import torch

config = {"suppress_errors": True}


class Interrupt(KeyboardInterrupt):
    pass


def interrupted(module, inputs):
    raise Interrupt


def failing(module, inputs):
    raise ValueError


def fn(x):
    return x + 1


def case(t):
    t.equal(t.compile(fn, backend="eager")(torch.ones(2)), torch.ones(2) + 1)
    t.equal(t.compile(fn, backend=failing)(torch.ones(2)), torch.ones(2) + 1)
    try:
        t.compile(fn, backend=interrupted)(torch.ones(2))
    except Interrupt:
        return
    raise AssertionError("the interrupt is lost")
