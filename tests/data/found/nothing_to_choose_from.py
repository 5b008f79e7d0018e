"""The text of what max and min raise for nothing is that of the running version."""

import torch


def fn(x, choose, items):
    try:
        return x, choose(items)
    except ValueError as error:
        return x + 1, str(error)


def calls():
    for choose in (max, min):
        yield torch.ones(2), choose, []
        yield torch.ones(2), choose, ()
        yield torch.ones(2), choose, [3, 1]
