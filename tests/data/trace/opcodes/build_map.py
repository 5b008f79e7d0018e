"""A dict display with keys that are values, and with unpacking."""

import torch


def fn(x, key, more):
    return {key: x + 1, **more, "z": x}


calls = [(torch.randn(3), "k", {"a": 1})]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
