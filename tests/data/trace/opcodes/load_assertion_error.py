"""LOAD_ASSERTION_ERROR: an assertion that fails, caught."""

import torch


def fn(x, n):
    try:
        assert n < 3, "too large"
    except AssertionError as error:
        return x - 1, str(error)
    return x + n, "fits"


calls = [(torch.ones(2), 2), (torch.ones(2), 3)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 2)
#   return (add,)
# graph 1
#   l_x_: input
#   sub = sub(l_x_, 1)
#   return (sub,)
# expect breaks
