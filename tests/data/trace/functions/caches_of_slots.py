"""A cached function that makes objects with slots, and writes to these alone, does nothing but give a result."""

import functools

import torch


class Version:
    __slots__ = ("parts", "_key")

    def __init__(self, text):
        self.parts = tuple(map(int, text.split(".")))
        self._key = None

    def key(self):
        if self._key is None:
            self._key = self.parts + (0,) * (3 - len(self.parts))
        return self._key

    def __lt__(self, other):
        return self.key() < other.key()

    def __hash__(self):
        return hash(self.key())

    def __eq__(self, other):
        return self.key() == other.key()


@functools.cache
def is_before(one, other):
    return Version(one) < Version(other)


@functools.lru_cache
def asked(version):
    """This one is seen by who made the version."""
    return version.key()


kept = Version("2.1")


def fn(x):
    return x + 1 if is_before("2.1", "2.15") else x - 1


def seen(x):
    kept._key = None
    first = asked(kept)
    kept._key = None
    return x + 1, first, asked(kept), kept._key


def case(t):
    x = torch.ones(2)
    compiled = t.compile(fn, fullgraph=True)
    for _ in range(2):
        t.equal(compiled(x), fn(x))
    asked.cache_clear()
    expected = seen(x)
    asked.cache_clear()
    t.equal(t.compile(seen)(x), expected)
