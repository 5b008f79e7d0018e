"""A program asks that a frame be left to Python: the whole of it is, and runs once."""

import torch


def called(x):
    return x.sin()


def skips(x):
    y = called(x)
    torch._dynamo.decorators.skip_frame("ours")
    return y * 2


def steps(x):
    y = called(x)
    torch._dynamo.decorators.step_unsupported("ours")
    return y * 2


def case(t):
    x = torch.ones(2)
    for program in (skips, steps):
        compiled = t.compile(program)
        for _ in range(2):
            t.equal(compiled(x), x.sin() * 2)
