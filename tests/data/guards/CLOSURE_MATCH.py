"""Functions by code and globals; cells by what they hold."""

import weakref

import torch

from guarding import changes, check, guard


def make(n):
    def inner(x):
        return x + n

    return inner


def case(t):
    check("CLOSURE_MATCH", make(1), same=[make(2)], other=[make, print, None], text="___check_obj_id(L['x'].__code__, ")
    function = make(1)
    cell = (("closure", 0),)
    changes("EQUALS_MATCH", function, lambda: setattr(function.__closure__[0], "cell_contents", 2), path=(*cell, ("cell",)))
    changes("CELL_CONTENTS", function, lambda: delattr(function.__closure__[0], "cell_contents"), path=cell)
    changes("CLOSURE_MATCH", function, lambda: setattr(function, "__code__", make(3).__code__.replace(co_name="other")))

    target = torch.nn.ReLU()
    reference = weakref.ref(target)
    probe = guard("WEAKREF_ALIVE", reference)
    assert probe.check({"x": reference})
    del target
    assert not probe.check({"x": reference})
