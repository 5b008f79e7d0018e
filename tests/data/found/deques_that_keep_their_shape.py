"""A deque that is reversed, or multiplied while it is full, has not changed for its iterators; `__init__` sets how long it may grow."""

import collections

import torch


def answer(operation):
    try:
        return operation()
    except (RuntimeError, TypeError, IndexError) as error:
        return str(error)


def fn(x, given):
    full, other = collections.deque("abc", maxlen=3), collections.deque([1, 2, 3])
    iterators = iter(full), iter(other), iter(given)
    for iterator in iterators:
        next(iterator)
    full *= 2
    other.reverse()
    torch._dynamo.graph_break()
    full *= 5
    other.reverse()
    other[1] = 7
    given.reverse()
    seen = [answer(lambda: list(iterator)) for iterator in iterators]
    longer = collections.deque([1], maxlen=1)
    longer *= 4
    refused = answer(lambda: full.insert(int, 1)), answer(lambda: full.insert(0, 1))
    torch._dynamo.graph_break()
    full.__init__()
    full.extend("defg")
    return x + 1, seen, full, full.maxlen, longer, refused


def calls():
    yield torch.ones(2), collections.deque([4, 5, 6])
    yield torch.zeros(2), collections.deque([4, 5, 6])
