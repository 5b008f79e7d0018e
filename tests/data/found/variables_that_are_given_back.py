"""Objects end where a comprehension gives back its variable, and finalisers are heard there."""

import torch

ended = []


class Ending:
    def __init__(self, value):
        self.value = value

    def __del__(self):
        ended.append(self.value)


def fresh(count):
    for value in range(count):
        yield Ending(value)


def fn(x, held):
    ended.clear()
    values = [item.value for item in map(held.pop, [0, 0])]
    first = list(ended)
    more = {item.value: len(ended) for item in fresh(3)}
    return x + 1, values, first, more, list(ended)


def calls():
    for _ in range(2):
        yield torch.ones(2), [Ending(5), Ending(6)]
