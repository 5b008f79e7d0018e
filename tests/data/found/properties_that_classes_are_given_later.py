"""The error of a property tells its name only if a class statement gave it one."""

import torch


class Item:
    own = property(lambda self: 1)


def text(attempt, item):
    try:
        attempt(item)
    except AttributeError as error:
        return str(error)


def fn(x, item):
    attempts = (
        lambda item: setattr(item, "own", 1),
        lambda item: delattr(item, "later"),
        lambda item: setattr(item, "later", 1),
        lambda item: item.empty,
    )
    return x + 1, [text(attempt, item) for attempt in attempts]


def calls():
    Item.later = property(lambda self: 2)
    Item.empty = property()
    yield torch.ones(2), Item()
    yield torch.ones(2), Item()
