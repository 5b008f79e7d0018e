"""torch's pytrees are traced as the Python that they are."""

import torch
from torch.utils import _pytree as pytree


def fn(x):
    return pytree.tree_map(lambda t: t * 2, {"a": x, "b": [x, (x,)]})


calls = [(torch.randn(2, 3),)]


# expect graphs
# graph 0
#   l_x_: input
#   value = mul(l_x_, 2)
#   mul_1 = mul(l_x_, 2)
#   mul_2 = mul(l_x_, 2)
#   return (value, mul_1, mul_2)
# expect breaks
