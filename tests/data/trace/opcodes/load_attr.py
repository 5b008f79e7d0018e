"""Attributes of instances, classes, modules and tensors; properties, slots, `__getattr__`."""

import torch


class Base:
    kind = 3

    @property
    def double(self):
        return self.value * 2

    @classmethod
    def make(cls):
        return cls.kind

    @staticmethod
    def plain(x):
        return x + 1


class Box(Base):
    __slots__ = ("value",)

    def __getattr__(self, name):
        if name.startswith("made_"):
            return len(name)
        raise AttributeError(name)


def fn(x, box):
    y = x * box.value + box.double + box.kind + box.make() + Box.plain(x) + box.made_up
    return y.T.real, x.shape, x.dtype is torch.float32, getattr(box, "absent", 4), hasattr(box, "nothing")


box = Box()
box.value = 5
calls = [(torch.randn(2, 3), box)]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 5)
#   add = add(mul, 10)
#   add_1 = add(add, 3)
#   add_2 = add(add_1, 3)
#   add_3 = add(l_x_, 1)
#   add_4 = add(add_2, add_3)
#   y = add(add_4, 7)
#   permute = y.permute(1, 0)
#   return (permute,)
# expect breaks
