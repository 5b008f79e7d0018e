"""What an operator that may raise under a handler finds written before it, or writes itself, is as in Python also where it
is too much to be copied at each call: the graph ends there."""

import torch

import raising

MANY = 17 << 20  # floats: more than 64 MiB of them


class Box:
    def __init__(self):
        self.log = []
        self.large = torch.zeros(MANY)


def before(x, i, box):
    box.log.append("begun")
    box.large[:2].add_(1)
    try:
        x = x[i]
    except IndexError:
        box.log.append(float(box.large[0]))
        x = x * 2
    finally:
        box.log.append("done")
    return x


def itself(x, i, box):
    try:
        box.large.index_add_(0, i, x[:2])
    except IndexError:
        box.log.append(("caught", box.large[:3].tolist()))
    return x + box.large[0]


def behind(x, i, box):
    try:
        x = x[i]
    except IndexError:
        box.log.append("caught")
    box.large[:2].add_(1)
    return x


def inner(x, i, box):
    box.large[:2].mul_(2)
    box.large[:2].add_(1)
    return x[i]


def in_a_call(x, i, box):
    try:
        return inner(x, i, box)
    except IndexError:
        box.log.append(box.large[:3].tolist())
    return x


def program(function):
    def make():
        boxes = [Box() for _ in range(3)]
        indices = [torch.tensor(index) for index in ([1, 0], [0, 9], [2, 1])]
        calls = [(torch.arange(4.0), index, box) for index, box in zip(indices, boxes)]
        return function, calls, lambda: [(box.log, box.large[:3]) for box in boxes]

    return make


def case(t):
    for function in before, itself, behind:
        raising.agree(t, program(function))
    # A compiler of graphs writes at their end.
    raising.agree(t, program(in_a_call), backends=("graph",))
