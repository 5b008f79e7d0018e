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
