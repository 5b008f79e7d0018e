"""The data of a tensor can only be set to a tensor."""

import torch


def fn(x, data):
    y = x + 1
    try:
        y.data = data
    except TypeError as error:
        return y, str(error)
    return y


def calls():
    for data in (2.5, None, torch.zeros(2), [1.0], torch.zeros(3)):
        yield torch.ones(2), data
