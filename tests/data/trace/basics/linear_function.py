"""A function without branches is one graph, and its arguments are the graph's inputs."""

import torch


def fn(x, y):
    z = (x - y) ** 2
    return z.sum()


calls = [(torch.randn(200), torch.randn(200)), (torch.randn(200), torch.randn(200))]


# expect graphs
# graph 0
#   l_x_: input
#   l_y_: input
#   sub = sub(l_x_, l_y_)
#   z = pow(sub, 2)
#   sum_1 = z.sum()
#   return (sum_1,)
# expect breaks
