"""To assign to an item of an object that only has items deleted is an error that names the missing method."""

import torch


class Deletes:
    def __delitem__(self, key):
        pass


class Assigns:
    def __setitem__(self, key, value):
        pass


def change(items, slices):
    texts = []
    try:
        items[slices] = 1
    except (AttributeError, TypeError) as error:
        texts.append((type(error).__name__, error.args))
    try:
        del items[slices]
    except (AttributeError, TypeError) as error:
        texts.append((type(error).__name__, error.args))
    return texts


def fn(x, items):
    return x + 1, change(items, 0), change(items, slice(1, 2))


def calls():
    for kind in (Deletes, Assigns, object, tuple, str):
        yield torch.ones(2), kind()
