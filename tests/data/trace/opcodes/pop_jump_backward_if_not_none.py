"""POP_JUMP_BACKWARD_IF_NOT_NONE and its kin: loops that end by a comparison with None."""

import torch


def chain(n):
    link = None
    for i in range(n):
        link = (i, link)
    return link


def fn(x, n):
    link = chain(n)
    while link is not None:
        x = x + link[0]
        link = link[1]
    found = None
    while found is None:
        found = x * 2
    return found


calls = [(torch.ones(2), 3), (torch.ones(2), 3)]


# expect graphs
# graph 0
#   l_x_: input
#   x = add(l_x_, 2)
#   x_1 = add(x, 1)
#   x_2 = add(x_1, 0)
#   found = mul(x_2, 2)
#   return (found,)
# expect breaks
