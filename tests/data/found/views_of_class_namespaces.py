"""Views and iterators of a class's `__dict__` that leave compiled code: they were made of the mappingproxy as if it were a dict."""

import torch


class Settings:
    width = 1
    height = 2


def keys(x):
    return Settings.__dict__.keys(), vars(Settings).values(), Settings.__dict__.items(), x + 1


def behind_a_break(x):
    names, items, backwards = iter(Settings.__dict__), iter(Settings.__dict__.items()), reversed(Settings.__dict__.keys())
    taken = [next(names), next(items), next(backwards)]
    torch._dynamo.graph_break()
    return taken, next(names), next(items), list(backwards), x + 1


def fn(x):
    return keys(x), behind_a_break(x)


def calls():
    yield (torch.ones(2),)
    yield (torch.ones(3),)
