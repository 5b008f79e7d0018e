"""Results that are arguments, earlier results or each other are so compiled, and what the caller changes in between is seen."""

import torch

KEPT = []
SCALE = 2


def fn(x, items):
    items.append(len(items))
    KEPT.append(items)
    y = x * SCALE
    return x, y, [y, y.view(-1)], items, KEPT[0]


def calls():
    global SCALE
    items = [1]
    x, y, *_ = yield torch.ones(2, 3), items
    SCALE = 3
    yield y, items
    KEPT.clear()
    yield torch.ones(4), [x]


options = [{}, {"dynamic": True}]
