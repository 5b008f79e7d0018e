"""A slice with a step takes as many items as it selects; one that is a constant of the code knows where it begins (CPython's test_list)."""

import sys

import torch

MIDDLE = slice(2, 2)


def assigned(items, where, new):
    try:
        items[where] = new
    except ValueError as error:
        return str(error)
    return items


class Emptying:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        yield from list(self.items)
        self.items.clear()


def fn(x, count):
    inserted = [1, 2, 3]
    inserted[2:2] = [count]
    where = slice(None, None, 2), slice(None, None, -1), slice(1, 1, -1), slice(5, 9), slice(-9, -8), slice(3, 1), MIDDLE
    grown = [assigned(list(range(count)), part, [7, 8]) for part in where]
    emptied = list(range(count))
    grown.append(assigned(emptied, slice(None, None, -1), Emptying(emptied)) if CHECKS_AGAIN else None)
    return x + 1, inserted, grown


# Before 3.13 CPython writes past the end of a list that is emptied meanwhile.
CHECKS_AGAIN = sys.version_info >= (3, 13)


def calls():
    for count in (0, 1, 2, 4):
        yield torch.ones(2), count
