"""Functions that make tensors from numbers are nodes as well."""

import torch


def fn(x):
    return (
        torch.zeros(2, 3), torch.ones_like(x), torch.arange(4), torch.tensor([1, 2]), torch.full((2,), 3.0), x.new_zeros(2),
        torch.eye(2), torch.linspace(0, 1, 3), x.to(torch.float64),
    )


calls = [(torch.randn(2, 3),)]
