"""torch.ops: packets and overloads are called as they stand."""

import torch


def fn(x):
    return torch.ops.aten.add.Tensor(x, x), torch.ops.aten.relu(x), torch.einsum("ij,kj->ik", x, x), torch.where(x > 1, x, -x)


calls = [(torch.randn(2, 3),)]


# expect graphs
# graph 0
#   l_x_: input
#   add_tensor = add.Tensor(l_x_, l_x_)
#   relu = relu(l_x_)
#   einsum = einsum('ij,kj->ik', l_x_, l_x_)
#   gt = gt(l_x_, 1)
#   neg = neg(l_x_)
#   where = where(gt, l_x_, neg)
#   return (add_tensor, relu, einsum, where)
# expect breaks
