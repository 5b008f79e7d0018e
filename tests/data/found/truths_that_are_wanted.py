"""`not not value` is a bool, also where the compiler leaves the second `not` out (CPython's test_descr on 3.15)."""

import torch


class Wrapper:
    def __init__(self, value):
        self.value = value

    def __bool__(self):
        return not not self.value


def fn(x, value):
    truths = [not not item for item in (value, x.shape, "", 0.0, [value])]
    return x + 1, truths, not not value, not (not (not value)), bool(Wrapper(value)), not Wrapper(value), not not (value and 5)


def calls():
    for value in (3, 0, 7, "text", None, [0]):
        yield torch.ones(2), value
