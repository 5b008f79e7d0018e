"""An operator that raises when it has written a part: what runs as written begins with what was there before, and
torch's versions do not tell that something was written."""

import torch

import raising


class Box:
    def __init__(self):
        self.log = []
        self.kept = torch.zeros(4, 2)


def added(x, i, box):
    try:
        box.kept.index_add_(0, i, x)
    except IndexError:
        box.log.append(box.kept.tolist())
    return x + 1


def with_effects(x, i, box):
    box.log.append("begun")
    box.kept.index_add_(0, i, x)
    box.log.append("done")
    return x + 1


def uncaught(x, i, box):
    return box.kept.index_add_(0, i, x) + 1


def scattered(x, i, box):
    try:
        box.kept.scatter_add_(0, i[:, None].expand(2, 2), x)
    except RuntimeError:
        box.log.append(box.kept.tolist())
    return x + 1


def program(function):
    def make():
        boxes = [Box() for _ in range(3)]
        indices = [torch.tensor(index) for index in ([1, 0], [0, 9], [2, 1])]
        calls = [(torch.ones(2, 2), index, box) for index, box in zip(indices, boxes)]
        return function, calls, lambda: [(box.log, box.kept) for box in boxes]

    return make


def case(t):
    for function in added, with_effects, uncaught, scattered:
        raising.agree(t, program(function))
