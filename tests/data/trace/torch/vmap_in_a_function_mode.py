"""vmap inside of a torch-function mode: the mode is told of what the mapped function calls, not of vmap's own steps."""

import torch
from torch.overrides import TorchFunctionMode


told = []


class Doubling(TorchFunctionMode):
    def __torch_function__(self, function, types, arguments=(), keywords=None):
        result = function(*arguments, **(keywords or {}))
        told.append(function.__name__)
        return result * 2 if function is torch.sin else result


def fn(x, mask):
    def each(row, column):
        return row.new_ones((), dtype=torch.bool) & (row >= column) & mask[row % 3]

    with Doubling():
        grid = torch.vmap(torch.vmap(each, (None, 0)), (0, None))(torch.arange(3), torch.arange(4))
        return torch.vmap(torch.sin)(x) + grid.float(), torch.vmap(lambda a, b: a.sum() * b, in_dims=(0, None))(x, 3.0)


def case(t):
    compiled = t.compile(fn, fullgraph=True)
    for _ in range(2):
        x, mask = torch.randn(3, 4), torch.tensor([True, False, True])
        t.equal(compiled(x, mask), fn(x, mask))
        t.equal(told[: len(told) // 2], told[len(told) // 2 :])
    t.equal(len(t.graphs), 1)
