"""A generator that ends in a `yield from` closes the iterator that it waits for, also where no handler is around it. Found by hand."""

import torch


class Numbers:
    def __init__(self, log):
        self.log, self.count = log, 0

    def __iter__(self):
        return self

    def __next__(self):
        self.count += 1
        return self.count

    def close(self):
        self.log.append("closed")


def begun(iterator):
    def all_of_it():
        yield from iterator

    return next(all_of_it())


def fn(x, kind):
    log = []
    iterator = {"class": Numbers(log), "generator": (item for item in [1, 2, 3]), "list": [1, 2, 3]}[kind]
    first = begun(iterator)
    return x + first, log, list(zip(range(2), iterator))


def calls():
    for kind in ("list", "class", "generator", "list"):
        yield torch.ones(2), kind
