"""Deques are joined and repeated, also in place; a defaultdict joined with a dict keeps its default."""

from collections import defaultdict, deque

import torch


class Queue(deque):
    pass


def joined(x, queue):
    longer = queue + deque([x + 1])
    queue += (2, 3)
    return longer, longer.maxlen, queue, type(longer) is type(queue)


def repeated(x, queue):
    same = queue
    twice, none = queue * 2, -1 * queue
    queue *= 3
    return x + len(twice), twice, none, queue is same, deque.__imul__(deque([1]), True)


def with_others(x, queue):
    try:
        queue + [1]
    except TypeError as error:
        return x + 1, str(error)


def itself(x, queue):
    queue += queue
    return x + len(queue), queue


def dicts(x, counts):
    counts |= {"a": 1}
    first, second = counts | {"b": 2}, {"b": 2, "c": 4} | counts
    first["new"].append(x + 1)
    try:
        counts | [1]
    except TypeError as error:
        return first, second, type(second), second.default_factory, str(error)


def case(t):
    x = torch.ones(2)
    for fn in (joined, repeated, with_others, itself):
        compiled = t.compile(fn, fullgraph=True)
        for make in (lambda: deque([1, 2]), lambda: deque([1, 2], 3), lambda: Queue([1, 2]), deque):
            found, expected = make(), make()
            t.equal(compiled(x, found), fn(x, expected))
            t.equal(list(found), list(expected))
    compiled = t.compile(dicts, fullgraph=True)
    for _ in range(2):
        t.equal(compiled(x, defaultdict(list, c=3)), dicts(x, defaultdict(list, c=3)))
