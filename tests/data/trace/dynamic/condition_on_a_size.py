"""A branch on a size is a guard on it."""

import torch


def fn(a):
    if a.shape[0] * 2 < 16:
        return a
    return a + 1


options = dict(dynamic=True)
calls = [(torch.zeros(n),) for n in (8, 9, 500, 7, 3)]


# expect graphs
# graph 0
#   l_a_: input
#   add = add(l_a_, 1)
#   return (add,)
# expect breaks
