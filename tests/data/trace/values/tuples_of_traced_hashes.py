"""A tuple with an item whose `__hash__` is Python code is a key: its hash is that of its items' hashes."""

import collections
import dataclasses

import torch


@dataclasses.dataclass(frozen=True)
class Config:
    width: int
    name: str = "q"


class Large:
    """Hashes as no int of this size does."""

    def __hash__(self):
        return 2**61 + 5

    def __eq__(self, other):
        return isinstance(other, Large)


class Negative(Large):
    def __hash__(self):
        return -1

    __eq__ = Large.__eq__


Pair = collections.namedtuple("Pair", "config number")


def found(x, config):
    key = Config(1), x.shape[0]
    known = {key: 1}
    known[Config(1), 3] = 2
    nested = {(1, (Config(2), 3)): 5}
    pairs = {Pair(Config(1), 2): 5}
    config_known = {(Config(7), 1): "seven", (Config(8), 1): "eight"}[config, 1]
    return x + known[key], known, nested[1, (Config(2), 3)], pairs[Pair(Config(1), 2)], pairs[Config(1), 2], config_known


def in_sets(x, config):
    keys = {(config, 1), (Config(7), 1), (Config(2), 1), (1, 2), (Large(), 1), (Negative(), 1)}
    return x + len(keys), (1, 2) in keys, (Config(2), 1) in keys, (Config(3), 1) in keys, (Large(), 1) in keys


def hashes(x, config):
    return x, hash((config, 2.5, "a")) == hash((Config(config.width), 2.5, "a")), hash((Large(), Negative(), 3))


def remembered(x, config, cache):
    if (config, x.dtype) not in cache:
        cache[config, x.dtype] = x * 2
    return cache[config, x.dtype] + 1


def case(t):
    x = torch.ones(3)
    for fn in found, in_sets, hashes:
        t.graphs.clear()
        compiled = t.compile(fn, fullgraph=True)
        for width in 7, 8, 7:
            t.equal(compiled(x, Config(width)), fn(x, Config(width)))
    cache, wanted = {}, {}
    t.equal(t.compile(remembered, fullgraph=True)(x, Config(1), cache), remembered(x, Config(1), wanted))
    t.equal(cache, wanted)
