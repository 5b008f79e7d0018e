"""What is said of an index that is none, or out of range, names the C class that looks at it, not a subclass; a tensor
says it in torch's words."""

import collections

import torch


class List(list):
    pass


class Tuple(tuple):
    pass


class Set(set):
    pass


Pair = collections.namedtuple("Pair", "a b")


def refused(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)


def fn(x, key):
    y = x + 1
    holders = List([1]), Tuple([1]), Pair(1, 2), [1], (1,), range(1), x.shape, collections.deque([1])
    said = []
    for holder in holders:
        said.append(refused(lambda: holder[key]))
    said.append(refused(List.__setitem__, List([1]), key, 2))
    said.append(refused(List.__delitem__, List([1]), key))
    said.append(refused(x.size, key))
    said.append(refused(x.stride, key))
    return y, said


def without_dimensions(x, key):
    y = x + 1
    return y, refused(y.size, key), refused(y.stride, key)


def too_many(x):
    y = x + 1
    return y, refused(Set, 1, 2), refused(set, 1, 2), refused(Set().__init__, 1, 2)


CALLS = [(torch.ones(2), key) for key in ("a", None, 5, -7, -1)]


def case(t):
    compiled = t.compile(fn, fullgraph=True)
    for x, key in CALLS:
        t.equal(compiled(x, key), fn(x, key))
    for x in (torch.ones(()), torch.ones(2)):
        for key in (0, -1, "a"):
            t.equal(t.compile(without_dimensions)(x, key), without_dimensions(x, key))
    t.equal(t.compile(too_many)(torch.ones(2)), too_many(torch.ones(2)))
