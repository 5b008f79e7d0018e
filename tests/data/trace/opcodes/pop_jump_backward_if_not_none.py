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
