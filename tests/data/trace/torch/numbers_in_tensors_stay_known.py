"""A tensor of numbers that are known gives a size, also after operators that read it and writes that it is an index of."""

import torch


def sizes(x):
    count = torch.div(x.size(1), 4, rounding_mode="trunc") - 1
    y = x.view(x.size(0), torch.div(x.size(1), 8, rounding_mode="trunc"), 8)
    return y.new_zeros((2, count + 1, 3))


def places(x):
    count = torch.div(x.size(1), 4, rounding_mode="trunc") - 1
    y = x.new_zeros((2, count + 1, 3))
    y[:, :count] = 2
    y[:, count] = 3
    y[:, -1, :2] = x[0, :2]
    return y.sin_()


def written(x):
    count = torch.div(x.size(1), 4, rounding_mode="trunc")
    other = count.view(())
    count += 1
    return x[:, :count], x[:, :other]


def case(t):
    x = torch.randn(2, 16)
    for function in (sizes, places):
        t.equal(t.compile(function, fullgraph=True)(x), function(x))
    t.equal(t.compile(written)(x), written(x))
