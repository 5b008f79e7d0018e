"""Unpacking of sequences, with a star, nested, and of tensors."""

import torch


def fn(x, items):
    a, (b, c), *rest = items
    first, *_, last = range(5)
    p, q = x
    return p * a + q * b + c + len(rest) + first + last


calls = [(torch.randn(2, 3), [1, (2, 3), 4, 5])]


# expect graphs
# graph 0
#   l_x_: input
#   p = getitem(l_x_, 0)
#   q = getitem(l_x_, 1)
#   mul = mul(p, 1)
#   mul_1 = mul(q, 2)
#   add = add(mul, mul_1)
#   add_1 = add(add, 3)
#   add_2 = add(add_1, 2)
#   add_3 = add(add_2, 0)
#   add_4 = add(add_3, 4)
#   return (add_4,)
# expect breaks
