"""item() and the like break the graph; what was computed before and comes after is captured."""

import torch


def fn(x):
    y = x + 1
    n = y.sum().item()
    return y * n


calls = [(torch.ones(3),)]


# expect graphs
# graph 0
#   l_x_: input
#   y = add(l_x_, 1)
#   sum_1 = y.sum()
#   return (sum_1, y)
# graph 1
#   l_y_: input
#   mul = mul(l_y_, 6.0)
#   return (mul,)
# expect breaks
# line 8: Tensor.item(): the number is known only when it is computed
