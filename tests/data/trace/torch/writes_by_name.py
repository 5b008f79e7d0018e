"""Functions whose name ends in an underscore write to their first argument, whatever rule tells their shape."""

import torch


def case(t):
    def fn(x, y, z):
        torch.zero_(x)
        same = torch.relu_(y) is y
        torch.nn.functional.leaky_relu(z, 0.5, True)
        return same

    x, y, z = torch.ones(3), torch.tensor([-1.0, 2.0]), torch.tensor([-2.0, 2.0])
    t.equal(t.compile(fn, fullgraph=True)(x, y, z), True)
    t.equal([x, y, z], [torch.zeros(3), torch.tensor([0.0, 2.0]), torch.tensor([-1.0, 2.0])])

    def truths(x, y):
        return x & y, x | y, x ^ y

    x, y = torch.tensor([True, True, False]), torch.tensor([True, False, False])
    t.equal(t.compile(truths, fullgraph=True)(x, y), truths(x.clone(), y))

    def dead(x):
        x.bernoulli()
        return torch.rand(2)

    x = torch.full((3,), 0.5)
    torch.manual_seed(0)
    expected = dead(x)
    torch.manual_seed(0)
    t.equal(t.compile(dead, fullgraph=True)(x), expected)
