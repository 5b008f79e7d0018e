"""torch takes Python's classes of numbers for dtypes."""

import torch


def fn(x):
    return torch.zeros(2, dtype=int), x.to(int), torch.ones(2, dtype=float), torch.full((2,), 1, dtype=bool)


calls = [(torch.randn(3),)] * 2


# expect graphs
# graph 0
#   l_x_: input
#   zeros = zeros(2, dtype=torch.int64)
#   to = l_x_.to(torch.int64)
#   ones = ones(2, dtype=torch.float64)
#   full = full((2,), 1, dtype=torch.bool)
#   return (zeros, to, ones, full)
# expect breaks
