"""Functions by code and globals; cells by what they hold; classes by what a name means in them."""

import weakref

import torch

from guarding import changes, check, guard


def make(n):
    def inner(x):
        return x + n

    return inner


class Base:
    def method(self):
        pass


class Derived(Base):
    pass


def case(t):
    check("CLOSURE_MATCH", make(1), same=[make(2)], other=[make, print, None], text="___check_obj_id(L['x'].__code__, ")
    function = make(1)
    cell = (("closure", 0),)
    changes("EQUALS_MATCH", function, lambda: setattr(function.__closure__[0], "cell_contents", 2), path=(*cell, ("cell",)))
    changes("CELL_CONTENTS", function, lambda: delattr(function.__closure__[0], "cell_contents"), path=cell)
    changes("CLOSURE_MATCH", function, lambda: setattr(function, "__code__", make(3).__code__.replace(co_name="other")))

    check("TYPE_LOOKUP", Derived, same=[Base], other=[int], key="method")
    for change in (lambda: setattr(Derived, "method", print), lambda: delattr(Derived, "method"),
                   lambda: setattr(Base, "method", print)):
        changes("TYPE_LOOKUP", Derived, change, key="method")
    probe = guard("TYPE_LOOKUP", Derived, "absent")
    for _ in range(3):
        Derived.unrelated = object()
        assert probe.check({"x": Derived})
    changes("TYPE_LOOKUP", Derived, lambda: setattr(Base, "absent", 1), key="absent")

    target = torch.nn.ReLU()
    reference = weakref.ref(target)
    probe = guard("WEAKREF_ALIVE", reference)
    assert probe.check({"x": reference})
    del target
    assert not probe.check({"x": reference})
