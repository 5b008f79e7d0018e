"""Functions that make tensors from numbers are nodes as well."""

import torch


def fn(x):
    return (
        torch.zeros(2, 3), torch.ones_like(x), torch.arange(4), torch.tensor([1, 2]), torch.full((2,), 3.0), x.new_zeros(2),
        torch.eye(2), torch.linspace(0, 1, 3), x.to(torch.float64),
    )


calls = [(torch.randn(2, 3),)]


# expect graphs
# graph 0
#   l_x_: input
#   zeros = zeros(2, 3)
#   ones_like = ones_like(l_x_)
#   arange = arange(4)
#   tensor = tensor([1, 2])
#   full = full((2,), 3.0)
#   new_zeros = l_x_.new_zeros(2)
#   eye = eye(2)
#   linspace = linspace(0, 1, 3)
#   to = l_x_.to(torch.float64)
#   return (zeros, ones_like, arange, tensor, full, new_zeros, eye, linspace, to)
# expect breaks
