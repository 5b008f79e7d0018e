"""Classes: what a name means in one, in itself alone, and what it inherits from."""

from guarding import changes, check, guard


class Base:
    def method(self):
        pass

    def bound(self):
        pass


class Other(Base):
    pass


class Derived(Base):
    pass


def of_base():
    Derived.__bases__ = (Base,)


def of_other():
    Derived.__bases__ = (Other,)


def case(t):
    check("TYPE_LOOKUP", Derived, same=[Base], other=[int], key="method")
    for change in (lambda: setattr(Derived, "method", print), lambda: delattr(Derived, "method"),
                   lambda: setattr(Base, "method", print)):
        changes("TYPE_LOOKUP", Derived, change, key="method")
    probe = guard("TYPE_LOOKUP", Derived, "absent")
    for _ in range(3):
        Derived.unrelated = object()
        assert probe.check({"x": Derived})
    changes("TYPE_LOOKUP", Derived, lambda: setattr(Base, "absent", 1), key="absent")

    check("OWN_ATTRIBUTE", Base, same=[Base], other=[Derived, int], key="method")
    probe = guard("OWN_ATTRIBUTE", Derived, "other")
    Base.other = 1
    assert probe.check({"x": Derived})
    changes("OWN_ATTRIBUTE", Derived, lambda: setattr(Derived, "other", 1), key="other", says="expected")

    check("CLASS_MRO", Derived, same=[Derived], other=[Base, int], text="L['x'].__mro__ == ")
    changes("CLASS_MRO", Derived, of_other)
    changes("TYPE_LOOKUP", Derived, lambda: setattr(Other, "below", 1), key="below")
    changes("CLASS_MRO", Derived, of_base)

    check("ATTRIBUTE_BINDS", Base, same=[Derived], other=[int], key="bound")
    changes("ATTRIBUTE_BINDS", Base, lambda: setattr(Base, "bound", 1), key="bound")
    changes("ATTRIBUTE_BINDS", Base, lambda: setattr(Base, "unknown", property()), key="unknown")
