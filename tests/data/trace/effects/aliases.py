"""What is one object stays one object."""

import torch


def fn(x, a, b):
    a.append(x + 1)
    return a, a is b, [a, a]


shared = [1]
calls = [(torch.randn(2), shared, shared), (torch.randn(2), [1], [1])]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 1
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
