"""A generator expression has asked what it goes over for an iterator when it is made, once, whoever begins it."""

import torch

import alternator

asked = []


class Items:
    def __iter__(self):
        asked.append("iterator")
        return iter([1, 2])


@alternator.disable
def look(generator):
    try:
        return list(generator)
    except RuntimeError as error:
        return str(error)


def fn(x, given):
    changed, extended = {1: 2}, [1]
    over = (item for item in changed), (item for item in extended), (item for item in Items()), (item for item in given)
    changed[3] = 4
    extended.append(5)
    return x + 1, [look(generator) for generator in over], list(asked)


def calls():
    for _ in range(2):
        asked.clear()
        yield torch.ones(2), {6}
