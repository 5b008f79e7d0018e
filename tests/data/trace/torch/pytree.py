"""torch's pytrees are traced as the Python that they are."""

import torch
from torch.utils import _pytree as pytree


def fn(x):
    return pytree.tree_map(lambda t: t * 2, {"a": x, "b": [x, (x,)]})


calls = [(torch.randn(2, 3),)]


# expect graphs
# graph 0
#   l_t_: input
#   mul = mul(l_t_, 2)
#   return (mul,)
# expect breaks
# _pytree.py: call of a classmethod_descriptor object, which is written in C
