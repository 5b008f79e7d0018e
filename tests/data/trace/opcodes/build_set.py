"""Set displays and comprehensions."""

import torch


def fn(x, n):
    seen = {n, n + 1, *range(2)}
    small = {i * i for i in seen if i < 3}
    return x + len(seen) + sum(small)


calls = [(torch.randn(3), 5)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 4)
#   add_1 = add(add, 1)
#   return (add_1,)
# expect breaks
