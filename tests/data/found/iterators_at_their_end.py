"""A generator expression that has ended, and an accumulate whose total is None, are rebuilt as such."""

import itertools

import torch

import alternator


@alternator.disable
def look(iterator):
    return list(iterator), iterator.gi_frame if hasattr(iterator, "gi_frame") else None


def add(total, item):
    return None if item == 2 else item if total is None else total + item


def fn(x, items):
    ended = (item + 1 for item in items)
    taken = list(ended)
    totals = itertools.accumulate([1, 2, 3, 4], add)
    begun = next(totals), next(totals)
    mixed = itertools.accumulate([None, 1, 2], add)
    first = next(mixed)
    return x + 1, taken, look(ended), begun, look(totals), first, look(mixed), ended


def calls():
    yield torch.ones(2), [1, 2]
    yield torch.zeros(2), []
