"""`deque.__mul__` and `__imul__` ask a subclass for its items and its length where C code does (found by --special-methods)."""

from collections import deque

import torch

asked = []


class Asked(deque):
    def __len__(self):
        asked.append("len")
        return super().__len__()

    def __iter__(self):
        asked.append("iter")
        return super().__iter__()


class Refuses(Asked):
    def extend(self, items):
        raise AssertionError("C code calls no overridden method")

    append = extend


def items_of(queue):
    return [deque.__getitem__(queue, index) for index in range(deque.__len__(queue))]


def fn(x, kind, count, length):
    asked.clear()
    queue = kind([1, 2, 3], length)
    made = queue * count
    between = list(asked)
    queue *= count
    return x + 1, items_of(made), type(made), made.maxlen, items_of(queue), between, list(asked)


def backwards(x):
    asked.clear()
    return x + 1, reversed(Asked([1, 2, 3])), list(asked)


def case(t):
    with t.config.patch(recompile_limit=64):
        compiled = t.compile(fn)
        for kind in Asked, Refuses:
            for count in -1, 0, 1, 2, 3:
                for length in None, 4, 2, 0:
                    t.equal(compiled(torch.ones(2), kind, count, length), fn(torch.ones(2), kind, count, length))
    _, iterator, before = t.compile(backwards)(torch.ones(2))
    t.equal((list(iterator), before, asked), ([3, 2, 1], [], []))
