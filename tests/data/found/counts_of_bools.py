"""`itertools.count` by one gives ints, whatever the class of its first number; by another step it begins with that object."""

import itertools

import torch


class Number(int):
    def __repr__(self):
        return "Number"


def fn(x, start, step):
    count = itertools.count(start, step)
    text = repr(count)
    return x + 1, [next(count) for _ in range(3)], text, repr(count), count


def case(t):
    with t.config.patch(recompile_limit=64):
        compiled = t.compile(fn)
        for start in True, False, 2, Number(5), 1.5, 2**70:
            for step in 1, True, 2, Number(1), 1.0, 2**70:
                *found, of = compiled(torch.ones(1), start, step)
                *expected, written = fn(torch.ones(1), start, step)
                t.equal((found, next(of)), (expected, next(written)))
