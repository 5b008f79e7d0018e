"""torch.ops: packets and overloads are called as they stand."""

import torch


def fn(x):
    return torch.ops.aten.add.Tensor(x, x), torch.ops.aten.relu(x), torch.einsum("ij,kj->ik", x, x), torch.where(x > 1, x, -x)


calls = [(torch.randn(2, 3),)]
