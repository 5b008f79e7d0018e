"""`str.format` is Python code of the engine's own, loaded when it is first wanted."""

import torch


def fn(x):
    return x + 1, "{} by {}".format(x.shape[0], len(x.shape)), "{0!r:>5}".format("a")


calls = [(torch.ones(2, 3),)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
