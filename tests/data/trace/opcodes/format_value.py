"""Formatting of numbers and texts."""

import torch


def fn(x, n, f):
    text = "{}-{:>5}-{!r}".format(n, f"{f:.2f}", "q") + "%d %s" % (n, "s")
    return x + len(text), text


calls = [(torch.randn(2), 3, 2.5)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 14)
#   return (add,)
# expect breaks
