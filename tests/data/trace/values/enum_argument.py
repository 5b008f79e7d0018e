"""Members of enums are constants; their attributes and names too."""

import enum

import torch


class Mode(str, enum.Enum):
    SUM = "sum"
    MEAN = "mean"


def fn(x, mode):
    if mode is Mode.SUM:
        return x.sum()
    return getattr(x, mode.value)() + (mode == "mean") + len(mode.name)


calls = [(torch.randn(3), Mode.SUM), (torch.randn(3), Mode.MEAN)]


# expect graphs
# graph 0
#   l_x_: input
#   sum_1 = l_x_.sum()
#   return (sum_1,)
# graph 1
#   l_x_: input
#   mean = l_x_.mean()
#   add = add(mean, True)
#   add_1 = add(add, 4)
#   return (add_1,)
# expect breaks
