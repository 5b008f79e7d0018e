"""Exceptions that leave the compiled function."""

import torch


def fn(x, n):
    if n == 0:
        raise ValueError(f"n is {n}")
    if n == 1:
        try:
            raise KeyError("inner")
        except KeyError as error:
            raise RuntimeError("outer") from error
    assert n < 3, "too large"
    return x + n


calls = [(torch.randn(2), 2), (torch.randn(2), 0), (torch.randn(2), 1), (torch.randn(2), 3)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 2)
#   return (add,)
# expect breaks
# line 8: the traced program raises a ValueError object: n is 0
# line 12: the traced program raises a RuntimeError object: outer
# line 14: the traced program raises a AssertionError object: too large
