"""A duration asks a float for its ratio by name, which a subclass may answer with code of its own. Found by CPython's own tests.

The answer was computed while tracing, and with a class of the trace before what its method reads was there.
"""

from datetime import timedelta

import torch

asked = []


class Half(float):
    def as_integer_ratio(self):
        asked.append(float(self))
        return 1, len(asked)


def outside(x, number):
    asked.clear()
    return x + 1, [timedelta(4) / number, timedelta(4) * number], list(asked)


def made(x, number):
    class Ratio(float):
        def as_integer_ratio(self):
            return ratio

    ratio = (number, 2)
    try:
        return x + 1, timedelta(3) * Ratio(1.5)
    except TypeError as error:
        return x + 2, str(error)


def fn(x, which, number):
    return which(x, number)


def calls():
    for number in (Half(2.0), Half(2.0), Half(3.0), 2.0):
        yield torch.ones(2), outside, number
    for number in (1, 3, x_like):
        yield torch.ones(2), made, number


x_like = "text"
