"""What the program did before the operator that raises is done, and what comes after it is not."""

import collections

import torch

from raising import agree

COUNTS = {"calls": 0}
TOTAL = 0


class Box:
    kept = 0

    def __init__(self):
        self.log = []


def attributes(x, i, box):
    box.before = x.shape[0]
    Box.kept += 1
    y = x[i]
    box.after = True
    return y


def lists(x, i, box):
    box.log.append("before")
    box.log.extend([x.ndim, x + 1])
    y = x[i]
    box.log.append("after")
    return y


def dicts(x, i, box):
    COUNTS["calls"] += 1
    COUNTS.setdefault("first", x.ndim)
    y = x[i]
    COUNTS["after"] = True
    return y


def others(x, i, box):
    box.queue = collections.deque([1, 2], 2)
    box.queue.append(3)
    box.set = {1}
    box.set.add(2)
    del box.log
    y = x[i]
    box.queue.clear()
    return y


def global_names(x, i, box):
    global TOTAL
    TOTAL += 1
    y = x[i]
    TOTAL += 10
    return y


def caught(x, i, box):
    try:
        box.log.append(1)
        y = x[i]
        box.log.append(2)
    except IndexError:
        box.log.append(3)
        y = x
    box.log.append(4)
    return y + len(box.log)


def printed(x, i, box):
    y = x + 1
    print("before")
    y = y[i]
    print("after")
    return y


def cells(x, i, box):
    count = 0

    def step():
        nonlocal count
        count += 1
        box.log.append(count)
        return (x + count)[i]

    try:
        return step() + step()
    finally:
        box.count = count


def returned(box):
    """Of a closure that outlives its call."""
    count = 0

    def step(x, i, _):
        nonlocal count
        count += 1
        y = x[i] + count
        count += 10
        return y

    def counted(x, i, box):
        try:
            return step(x, i, box)
        finally:
            box.count = count

    return counted


def case(t):
    for program in attributes, lists, dicts, others, global_names, caught, printed, cells, returned:

        def make(program=program):
            global TOTAL
            TOTAL, Box.kept, box = 0, 0, Box()
            COUNTS.clear()
            COUNTS["calls"] = 0
            x, good, bad = torch.randn(4, 3), torch.tensor([0, 1]), torch.tensor([1, 9])
            function = program(box) if program is returned else program
            calls = [(x, good, Box()), (x, bad, box), (x, good, Box()), (x, bad, Box())]
            return function, calls, lambda: (COUNTS, TOTAL, Box.kept, box)

        agree(t, make)
