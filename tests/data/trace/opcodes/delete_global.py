"""DELETE_GLOBAL, and a global that is stored anew."""

import torch


def fn(x):
    global passing
    passing = x + 1
    kept = passing * 2
    del passing
    return kept, "passing" in globals()


calls = [(torch.ones(2),), (torch.zeros(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   kept = mul(add, 2)
#   return (kept,)
# expect breaks
