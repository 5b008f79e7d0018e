"""Methods of Python classes, of C types, bound and kept."""

import torch


class Box:
    def __init__(self, n):
        self.n = n

    def times(self, x):
        return x * self.n


def fn(x, box):
    keep = box.times
    names = " a b ".strip().split()
    return keep(x) + box.times(x) + x.add(1).mul(2), [n.upper() for n in names], ",".join(names)


calls = [(torch.randn(2), Box(3))]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 3)
#   mul_1 = mul(l_x_, 3)
#   add = add(mul, mul_1)
#   add_1 = l_x_.add(1)
#   mul_2 = add_1.mul(2)
#   add_2 = add(add, mul_2)
#   return (add_2,)
# expect breaks
