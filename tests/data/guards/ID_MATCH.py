"""One object, which the guard does not keep alive."""

import gc
import weakref

import torch
from guarding import check, guard

import alternator
from alternator import _engine


class A:
    pass


def case(t):
    check("ID_MATCH", A, other=[A(), type("A", (), {})], text="___check_obj_id(L['x'], ")
    check("FUNCTION_MATCH", case, other=[lambda t: None, print])
    it = A()
    probe = guard("ID_MATCH", it)
    assert probe.check({"x": it})
    assert probe.followed() == [it] and probe.followed() == [], "the entry follows it, and the guards let go of it"
    alive = weakref.ref(it)
    del it
    gc.collect()
    assert alive() is None, "the guard keeps the instance alive"

    def call(table, key, x):
        return x + table[key]

    key = A()
    compiled = alternator.compile(call, backend="eager")
    assert compiled({key: 1}, key, torch.ones(2)).tolist() == [2, 2]
    assert len(_engine.guards(call.__code__)) == 1
    alive = weakref.ref(key)
    del key
    gc.collect()
    assert alive() is None, "the entry keeps the key alive"
    assert not _engine.guards(call.__code__), "the entry has outlived the key"
