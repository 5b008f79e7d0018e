"""Calls of Python functions with every kind of argument."""

import torch


def callee(a, b=2, *rest, c, d=4, **more):
    return a * b + c * d + sum(rest) + more.get("e", 0)


def positional_only(a, /, b):
    return a - b


def fn(x):
    y = callee(x, c=3) + callee(x, 5, 6, 7, c=1, d=2, e=9)
    return y + positional_only(x, b=1) + (lambda z: z * 2)(x)


calls = [(torch.randn(3),)]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 2)
#   add = add(mul, 12)
#   add_1 = add(add, 0)
#   add_2 = add(add_1, 0)
#   mul_1 = mul(l_x_, 5)
#   add_3 = add(mul_1, 2)
#   add_4 = add(add_3, 13)
#   add_5 = add(add_4, 9)
#   y = add(add_2, add_5)
#   sub = sub(l_x_, 1)
#   add_7 = add(y, sub)
#   mul_2 = mul(l_x_, 2)
#   add_8 = add(add_7, mul_2)
#   return (add_8,)
# expect breaks
