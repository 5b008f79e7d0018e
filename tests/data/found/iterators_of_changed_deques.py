"""An iterator of a deque that has changed says how much is left until it has noticed, and nothing then; a copy of it is new."""

import collections
import copy

import torch

import alternator


def failed(iterator):
    try:
        next(iterator)
    except RuntimeError as error:
        return str(error)


@alternator.disable
def look(iterators):
    hints = [iterator.__length_hint__() for iterator in iterators]
    copies = [list(copy.copy(iterator)) for iterator in iterators]
    errors = [failed(iterator) for iterator in iterators]
    return hints, copies, errors, [iterator.__length_hint__() for iterator in iterators]


def fn(x):
    items = collections.deque([1, 2, 3, 4])
    forwards, backwards, noticed, whole = iter(items), reversed(items), iter(items), iter(items)
    next(forwards), next(backwards), next(noticed), list(whole)
    items.append(5)
    errors = failed(noticed), failed(whole)
    late = iter(items)
    next(late)
    return x + 1, look([forwards, backwards, noticed, whole, late]), errors


def calls():
    yield (torch.ones(2),)
    yield (torch.zeros(2),)
