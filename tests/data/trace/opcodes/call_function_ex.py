"""Calls with unpacked arguments."""

import torch


def callee(a, b, c=1, **more):
    return a + b * c + len(more)


def fn(x, args, kwargs):
    return callee(x, *args, **kwargs) + callee(*(x, x), **{"c": 2, "d": 3})


calls = [(torch.randn(3), (2,), {"c": 5}), (torch.randn(3), (2,), {"c": 5})]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 10)
#   add_1 = add(add, 0)
#   mul = mul(l_x_, 2)
#   add_2 = add(l_x_, mul)
#   add_3 = add(add_2, 1)
#   add_4 = add(add_1, add_3)
#   return (add_4,)
# expect breaks
