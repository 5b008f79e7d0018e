"""Below a call that is not captured, frames that hold no tensor are left alone; those that hold one are captured."""

import collections

import torch

Point = collections.namedtuple("Point", "x y")


class Settings:
    def __init__(self, **fields):
        self.__dict__.update(fields)

    def __getattribute__(self, name):
        return super().__getattribute__(name)

    def field(self, name):
        return getattr(self, name, None) or getattr(self, "missing_" + name)


class Holder:
    def __init__(self, x):
        self.x = x

    def doubled(self):
        return self.x * 2


def makes_one(n):
    return torch.full((2,), n)


def of_a_pair(point):
    return point.x + point.y["y"]


def case(t):
    def fn(x, settings, holder):
        for _ in range(2):
            if x.sum() > 0:  # in a loop: the frame stays plain Python
                x = x + settings.field("step")
        try:
            settings.field("size")
        except AttributeError:
            x = holder.doubled() + of_a_pair(Point(x, {"y": x})) + makes_one(3.0)
        return x

    x = torch.ones(2)
    compiled = t.compile(fn)
    t.equal(compiled(x, Settings(step=1.0), Holder(x)), fn(x, Settings(step=1.0), Holder(x)))
    assert [t.ops(graph) for graph in range(len(t.graphs))] == [["mul"], ["add"], ["full"]], t.graphs


# expect breaks
# line 40: a graph break in a loop, whose calls are captured on their own: data-dependent branch: the truth of a tensor is known only when it is computed
