"""A break inside a called function: the call runs as a frame of its own."""

import torch


def inner(x):
    x = torch.sin(x)
    print(end="")
    return torch.cos(x)


def fn(x):
    for _ in range(3):
        x = inner(x) + 1
    return x


calls = [(torch.randn(4),), (torch.randn(4),)]


# expect graphs
# graph 0
#   l_x_: input
#   x = sin(l_x_)
#   return (x,)
# graph 1
#   l_x_: input
#   cos = cos(l_x_)
#   return (cos,)
# expect breaks
# line 14: a graph break in a loop, whose calls are captured on their own: call of builtin_function_or_method print: it writes to a file
# line 8: call of builtin_function_or_method print: it writes to a file
