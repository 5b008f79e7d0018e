"""The contents of an instance of a bytearray's subclass are left to CPython."""

import torch


class Buffer(bytearray):
    def __len__(self):
        return 7


def fn(x, data):
    y = x + 1
    return y * data[0] + len(data)


def case(t):
    compiled = t.compile(fn)
    for data in Buffer(b"ab"), Buffer(b"c"), bytearray(b"ab"):
        t.equal(compiled(torch.ones(2), data), fn(torch.ones(2), data))
