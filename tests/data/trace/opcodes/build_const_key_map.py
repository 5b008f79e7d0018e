"""A dict display with constant keys."""

import torch


def fn(x):
    return {"a": x + 1, "b": x * 2, "c": 3}


calls = [(torch.randn(3),)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   mul = mul(l_x_, 2)
#   return (add, mul)
# expect breaks
