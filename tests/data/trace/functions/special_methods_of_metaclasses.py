"""C code finds special methods in an object's class, and not in the class of that."""

import collections
import enum
import itertools
import operator
import os
import types

import torch


class Meta(type):
    def __getitem__(cls, key):
        return key

    def __len__(cls):
        return 3

    __iter__ = __index__ = __int__ = __float__ = __length_hint__ = __fspath__ = __contains__ = __len__


class Plain(metaclass=Meta):
    def keys(self):
        return Plain()


class Number(enum.IntEnum):
    A = 5


def outcomes(it):
    asked = (
        lambda: "ab" % it,
        lambda: "%s" % it == str(it),
        lambda: operator.length_hint(it, 7),
        lambda: operator.concat(it, it),
        lambda: os.fspath(it),
        lambda: types.MappingProxyType(it),
        lambda: next(itertools.count(it)),
        lambda: slice(it).indices(9),
        lambda: collections.deque([1, 2]).insert(it, 3),
        lambda: dict(it),
        lambda: {**it},
        lambda: list(it),
        lambda: len(it),
        lambda: 1 in it,
        lambda: bool(it),
    )
    for ask in asked:
        try:
            yield ask()
        except (TypeError, ValueError) as error:
            yield str(error)


def fn(x, it):
    return x + 1, list(outcomes(it))



def case(t):
    for it in (Plain(), Number.A, 3, {"a": 1}, "ab", [1, 2]):
        compiled = t.compile(fn, isolate_recompiles=True)
        for _ in range(2):
            found, expected = compiled(torch.ones(2), it)[1], fn(torch.ones(2), it)[1]
            assert found == expected, (it, found, expected)
