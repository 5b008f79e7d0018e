"""A function behind a cache does what it does once for the same arguments, and gives the same object at each call."""

import functools

import torch

LOG = []
SCALE = 2


@functools.lru_cache(maxsize=4)
def logged(number):
    LOG.append(number)
    return number * 2


@functools.lru_cache(maxsize=None)
def scaled(number):
    return number * SCALE


@functools.lru_cache(maxsize=None)
def fresh(number):
    return [number]


@functools.cache
def weights(size):
    return torch.ones(size)


@functools.lru_cache(maxsize=None)
def fibonacci(number):
    return number if number < 2 else fibonacci(number - 1) + fibonacci(number - 2)


@functools.lru_cache(maxsize=None)
def refuses(items):
    return 1


def fn(x, number):
    total = 0

    @functools.lru_cache(maxsize=None)
    def inner(q):
        nonlocal total
        total += q
        return q

    inner(3), inner(3)
    try:
        refuses([1])
    except TypeError as error:
        text = str(error)
    weights(2).add_(1)
    return x * logged(number), x + scaled(number), fresh(number), weights(2), fibonacci(9), total, text


def calls():
    global SCALE
    first = yield torch.ones(2), 3
    first[2].append(4)
    SCALE = 5
    yield torch.ones(2), 3
    yield torch.ones(2), 4
    yield torch.ones(2), 3
