"""Copies of parts that are written into `out` are not returned as well: the result is None."""

import torch


def fn(x, out):
    y = x + 1
    return torch.unbind_copy(y, 0, out=out), torch.split_copy(y, 1, out=[o[None] for o in out]), torch.unbind_copy(y), out


def calls():
    for _ in range(2):
        yield torch.arange(6.0).reshape(2, 3), [torch.zeros(3), torch.zeros(3)]
