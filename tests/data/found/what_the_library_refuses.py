"""Functions of the library that stand for C code take no more than that does, and refuse in its words."""

import bisect
import collections
import contextlib
import functools
import heapq
import itertools
import operator
import re
import types
from array import array

import torch


def fn(x):
    attempts = (
        lambda: heapq.heappop(collections.deque([1])),
        lambda: heapq.heappush("text", 1),
        lambda: heapq.heapify("text"),
        lambda: heapq.heappushpop((1,), 2),
        lambda: heapq.heapreplace({}, 2),
        lambda: bisect.bisect_left({}, 1),
        lambda: bisect.bisect(1.5, 1, "a"),
        lambda: bisect.insort([1.5], 2, 0, 1.5),
        lambda: bisect.insort_left({1}, 2),
        lambda: functools.reduce(max, 2, 2),
        lambda: operator.indexOf(1, 2),
        lambda: operator.countOf(None, 2),
        lambda: operator.iconcat(collections.deque(), -1),
        lambda: itertools.combinations(1.5, "a"),
        lambda: re.compile(3, {}),
        lambda: array({}),
        lambda: contextlib.AbstractContextManager(1),
        lambda: contextlib.AbstractContextManager(),
        lambda: types.MappingProxyType(collections.deque()),
        lambda: operator.imul(range(2), [1]),
        lambda: operator.imul({}, "a"),
        lambda: str(b"ab", 7),
    )
    texts = []
    for attempt in attempts:
        try:
            texts.append(attempt())
        except TypeError as error:
            texts.append(str(error))
    heap = [3, 1, 2]
    heapq.heapify(heap)
    heapq.heappush(heap, 0)
    numbers = [1, 2, 4]
    bisect.insort(numbers, -3, key=abs)
    assert itertools.tee(None, 0) == ()
    kept = heapq.heappop(heap), heapq.heappushpop(heap, 9), heapq.heapreplace(heap, 8), heap, numbers, bisect.bisect([1, 2], 1)
    return x + 1, texts, kept, str(b"ab", "ascii"), str(b"\xff", errors="replace")


def calls():
    yield (torch.ones(2),)
    yield (torch.zeros(2),)
