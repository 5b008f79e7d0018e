"""Attributes set on new objects and on arguments; properties with setters."""

import torch


class Box:
    def __init__(self, value):
        self._value = value

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, new):
        self._value = new * 2


def fn(x, box):
    own = Box(x)
    own.value = own.value + 1
    box.count = getattr(box, "count", 0) + 1
    box.value = 3
    return own.value + box.value


calls = [(torch.randn(2), Box(1))]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   mul = mul(add, 2)
#   add_1 = add(mul, 6)
#   return (add_1,)
# expect breaks
