"""A duration of the program's class is another one at each call, with attributes of its own."""

import datetime

import torch


class Long(datetime.timedelta):
    kind = 1


def fn(x, number):
    one, other = Long(1), Long(1)
    one.kind = number
    one.tensor = x + number
    return one, vars(one), one.kind, other, other.kind, one is other


def calls():
    for number in (1, 2, 2):
        yield torch.ones(2), number
