"""C code reads an exception's arguments, an instance's dict and special methods past what a class says of its attributes, and
calls no `__index__` while the function is traced."""

import collections.abc
import copy

import torch

LOG = []


class Key(KeyError):
    def __getattribute__(self, name):
        LOG.append(name)
        return "any", name


class Missing(collections.abc.Iterator):
    def __next__(self):
        raise StopIteration

    def __getattr__(self, name):
        LOG.append(name)
        raise AttributeError(name)


class Loud(collections.abc.Iterator):
    def __next__(self):
        raise StopIteration

    def __getattribute__(self, name):
        LOG.append(name)
        return super().__getattribute__(name)


class Text(str):
    def __index__(self):
        LOG.append("index")
        return 1


def texts(x, it):
    return x + 1, repr(it), str(it), f"{it!r}", repr(Key(1, 2)), str({1: Key("k")})


def copies(x, it):
    return x + 1, type(copy.copy(it)).__name__


def states(x, it):
    return x + 1, it.__getstate__()


def asks(x, it):
    return x + 1, (5).to_bytes(it, "big"), (5).to_bytes(Text("a"), "little")


def case(t):
    for function, it in (texts, Key("a")), (copies, Missing()), (states, Loud()), (asks, Text("b")):
        compiled = t.compile(function)
        outcomes = []
        for run in function, compiled, compiled:
            LOG.clear()
            outcomes.append((run(torch.ones(2), it)[1:], LOG.copy()))
        assert outcomes[0] == outcomes[1] == outcomes[2], outcomes
