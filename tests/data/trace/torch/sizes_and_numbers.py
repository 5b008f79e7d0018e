"""To torch's old constructors a torch.Size means sizes, another tuple means numbers."""

import torch


def fn(x):
    return (
        x.new(x.shape).shape, x.new(2, 3).shape, x.new((3.0,)), x.new([1, 2]), x.new().shape, x.new(x.size()).dtype,
        torch.Tensor(x.shape).shape, torch.Tensor((3,)), torch.Tensor([1, 2]), torch.Tensor(2, 3).shape,
    )  # fmt: skip


def without_dimensions(x):
    return torch.Tensor(x.shape).shape, x.new(x.shape).shape


def case(t):
    compiled = t.compile(fn, fullgraph=True)
    for size in (4, 5, 6):
        x = torch.ones(size, 2)
        t.equal(compiled(x), fn(x))
    t.equal(t.compile(without_dimensions)(torch.tensor(1.0)), without_dimensions(torch.tensor(1.0)))


# expect breaks
