"""`index` takes its bounds as slices do, and a cache refuses what has no hash (tests/fuzz --special-methods)."""

import collections
import functools

import torch


class Bound(complex):
    def __index__(self):
        log.append("index")
        return 1


class Text(str):
    __hash__ = None


class Number(int):
    __hash__ = None


log = []
cached = functools.lru_cache(lambda value: 3)


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except (TypeError, ValueError) as error:
        return str(error)


def fn(x, bound, text):
    found = [attempt(items.index, 1, bound) for items in ((1, 2, 1), [1, 2, 1], collections.deque([1, 2, 1]))]
    return x + 1, found, attempt((1, 2, 1).index, 2, 0, bound), attempt(cached, text), attempt(cached, Number(1))


def calls():
    for bound in Bound(1), True, 2, -1, None, "1", 2**70:
        yield torch.ones(2), bound, Text("a")
        yield torch.ones(2), bound, "a"
