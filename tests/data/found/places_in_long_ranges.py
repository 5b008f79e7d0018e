"""`range.index` and `range.count` of an int went through the range, item by item, while tracing."""

import torch


class Whole(int):
    pass


def fn(x, numbers, wanted):
    found = []
    for what in (numbers.index, numbers.count):
        try:
            found.append(what(wanted))
        except ValueError as error:
            found.append(str(error))
    return x + len(numbers), found


def calls():
    x = torch.ones(2)
    for numbers in (range(10**9), range(5, 10**12, 3), range(10**12, 0, -7)):
        for wanted in (numbers[-1], numbers[10**8], numbers[1] - 1, -1, True):
            yield x, numbers, wanted
    for wanted in (4, 4.0, 5, 2.5, Whole(6), "a", None, False):
        yield x, range(0, 10, 2), wanted
    yield x, range(0), 0
