"""NumPy raises for `==` and `!=` of arrays and sequences whose shapes don't fit (found by tools/fuzz --guards)."""

import numpy
import torch


class Pair(tuple):
    pass


def fn(x, array, other):
    answers = []
    for ask in (lambda: array == other, lambda: array != other):
        try:
            answers.append(ask())
        except ValueError as error:
            answers.append(str(error))
    return x + 1, answers


def calls():
    for other in ((), [1.0, 2.0], Pair((1.0, 2.0)), [0.0, 1.0, 3.0], numpy.zeros(2), numpy.arange(3.0), None, 1.0):
        yield (torch.ones(2), numpy.arange(3.0), other)
