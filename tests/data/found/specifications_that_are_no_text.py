"""`format` refuses a specification that is no text before it asks the object (CPython's test_fractions)."""

from fractions import Fraction

import torch


class Told:
    def __format__(self, specification):
        return repr(specification)


def fn(x):
    y = x + 1
    texts = [format(Told(), "a"), format(Told())]
    for specification in (None, 3):
        try:
            texts.append(format(Told(), specification))
        except TypeError as error:
            texts.append(str(error))
    try:
        format(Fraction(2, 3), None)
    except TypeError as error:
        texts.append(str(error))
    return y * 2, texts


def calls():
    yield (torch.ones(2),)
