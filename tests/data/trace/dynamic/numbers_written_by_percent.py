"""A size in a text that `%` makes is fixed to what it is, alone or among others in a tuple."""

import torch


def fn(x, n):
    return x + 1, "%s-%d" % ("a", x.shape[0]), "%d" % n, "%d of %d" % (n, x.numel()), b"%d" % (n,), "%(n)d" % {"n": 3}


options = dict(fullgraph=True)
calls = [(torch.ones(k), k + 2) for k in (4, 5, 6)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 1
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 2
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
