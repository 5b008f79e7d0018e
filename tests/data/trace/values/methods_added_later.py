"""Special methods that a class gets, and loses again, after the trace found none: in itself, in a base, in its metaclass."""

import torch

from scenarios import check, outcome

x = torch.ones(2)


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except (TypeError, AttributeError):
        return 50


def unpacked(thing):
    a, b = thing
    return a * b


def stored(thing):
    thing.zz = 1
    return thing.zz


def added(thing):
    thing += 1
    return thing if isinstance(thing, int) else 7


def matched(thing, kind):
    match thing:
        case kind(value):
            return value
    return 40


def subclassed(kind):
    class Below(kind):
        pass

    return getattr(Below, "mark", 1)


def placed(thing, kind):
    class Holder:
        held = thing

    return getattr(thing, "mark", 1)


def set_name(self, owner, name):
    self.mark = 9


def init_subclass(cls):
    cls.mark = 9


def initialise(self):
    self.mark = 9


# The name of the method, the method, and what asks for it.
METHODS = [
    ("__getattr__", lambda self, name: 5, lambda o, A: getattr(o, "zz", 0)),
    ("__getattribute__", lambda self, name: 5, lambda o, A: stored(o)),
    ("__setattr__", lambda self, name, value: object.__setattr__(self, name, 9), lambda o, A: stored(o)),
    ("__eq__", lambda self, other: True, lambda o, A: (o == 3, 3 == o, o == A(), o != 3, 3 in [o], o in (3, 4), [3, o].count(3))),
    ("__ne__", lambda self, other: False, lambda o, A: o != 3),
    ("__hash__", lambda self: 7, lambda o, A: (hash(o) == 7, len({o: 1, A(): 2}))),
    ("__hash__", None, lambda o, A: attempt(lambda: hash(o) * 0)),
    ("__bool__", lambda self: False, lambda o, A: (bool(o), not o, 1 if o else 2)),
    ("__len__", lambda self: 0, lambda o, A: (bool(o), attempt(len, o))),
    ("__iter__", lambda self: iter([3, 4]), lambda o, A: (attempt(sum, o), attempt(unpacked, o), attempt(lambda: max(*o)), attempt(lambda: 3 in o))),
    ("__getitem__", lambda self, index: [1, 2][index], lambda o, A: (attempt(sum, o), attempt(lambda: o[1]))),
    ("__contains__", lambda self, item: True, lambda o, A: attempt(lambda: 3 in o)),
    ("__call__", lambda self: 3, lambda o, A: (callable(o), attempt(lambda: o()))),
    ("__index__", lambda self: 1, lambda o, A: attempt(lambda: [1, 2, 3][o])),
    ("__add__", lambda self, other: 3, lambda o, A: attempt(lambda: o + 1)),
    ("__radd__", lambda self, other: 3, lambda o, A: attempt(lambda: 1 + o)),
    ("__iadd__", lambda self, other: 3, lambda o, A: attempt(added, o)),
    ("__lt__", lambda self, other: True, lambda o, A: attempt(lambda: o < 1)),
    ("__gt__", lambda self, other: True, lambda o, A: attempt(lambda: 1 < o)),
    ("__neg__", lambda self: 4, lambda o, A: attempt(lambda: -o)),
    ("__str__", lambda self: "abc", lambda o, A: (str(o) == "abc", f"{o}" == "abc")),
    ("__repr__", lambda self: "abc", lambda o, A: (repr(o) == "abc", str(o) == "abc")),
    ("__format__", lambda self, how: "abc", lambda o, A: f"{o}" == "abc"),
    ("__new__", staticmethod(lambda cls: 3), lambda o, A: isinstance(A(), A)),
    ("__init__", initialise, lambda o, A: getattr(A(), "mark", 5)),
    ("__next__", lambda self: 4, lambda o, A: attempt(next, o)),
    ("__reversed__", lambda self: iter([4]), lambda o, A: attempt(lambda: sum(reversed(o)))),
    ("__match_args__", ("kind",), lambda o, A: attempt(matched, o, A)),
    ("__torch_function__", classmethod(lambda cls, f, types, a=(), k=None: x * 100), lambda o, A: attempt(torch.add, x, o)),
    ("__set_name__", set_name, lambda o, A: placed(o, A)),
    ("__init_subclass__", classmethod(init_subclass), lambda o, A: subclassed(A)),
    ("__class_getitem__", classmethod(lambda cls, item: 7), lambda o, A: attempt(lambda: A[3])),
]
OF_METACLASSES = [
    ("__getattr__", lambda cls, name: 5, lambda o, A: getattr(A, "zz", 0)),
    ("__getattribute__", lambda cls, name: 4, lambda o, A: A.__name__ == 4),
    ("__setattr__", lambda cls, name, value: type.__setattr__(cls, name, 9), lambda o, A: stored(A)),
    ("__call__", lambda cls: 5, lambda o, A: A() == 5),
    ("__instancecheck__", lambda cls, other: True, lambda o, A: isinstance(3, A)),
    ("__subclasscheck__", lambda cls, other: True, lambda o, A: issubclass(int, A)),
    ("__bool__", lambda cls: False, lambda o, A: 1 if A else 2),
    ("__len__", lambda cls: 0, lambda o, A: 1 if A else 2),
    ("__eq__", lambda cls, other: True, lambda o, A: (A == 3, int == A, A in (int, float))),
    ("__hash__", lambda cls: 4, lambda o, A: (hash(A) == 4, {A: 3}[A])),
    ("__iter__", lambda cls: iter([1, 2]), lambda o, A: attempt(sum, A)),
    ("__contains__", lambda cls, item: True, lambda o, A: attempt(lambda: 3 in A)),
    ("__or__", lambda cls, other: 4, lambda o, A: isinstance(A | int, int)),
    ("__getitem__", lambda cls, item: 4, lambda o, A: attempt(lambda: A[3])),
    ("zz", property(lambda cls: 4), lambda o, A: getattr(A, "zz", 1)),
]
OF_DESCRIPTORS = [
    ("__get__", lambda self, instance, owner=None: 9),
    ("__set__", lambda self, instance, value: None),
    ("__delete__", lambda self, instance: None),
]


def later(name, method, ask, place):
    def scenario(compile):
        Meta = type("Meta", (type,), {})
        Base = Meta("Base", (), {})
        A = Meta("A", (Base,), {})
        o = A()
        run = compile(lambda x: (x + 1, ask(o, A)))
        owner = {"class": A, "base": Base, "metaclass": Meta}[place]
        seen = [outcome(run, x)]
        setattr(owner, name, method)
        seen.append(outcome(run, x))
        delattr(owner, name)
        return [*seen, outcome(run, x)]

    scenario.__name__ = f"{name} of a {place}"
    return scenario


def of_a_descriptor(name, method, stores):
    def scenario(compile):
        class Descriptor:
            def __repr__(self):
                return "a descriptor"

        class A:
            k = Descriptor()

        o = A()

        @compile
        def run(x):
            if stores:
                o.k = 4
            return x + 1, repr(o.k)

        seen = []
        for there in (False, True, False):
            if there:
                setattr(Descriptor, name, method)
            elif seen:
                delattr(Descriptor, name)
            for held in ({}, {"k": 5}):
                vars(o).clear()
                vars(o).update(held)
                seen += [outcome(run, x), dict(vars(o))]
        return seen

    scenario.__name__ = f"{name} of a descriptor"
    return scenario


def case(t):
    check(t, *(later(*row, place) for row in METHODS for place in ("class", "base")))
    check(t, *(later(*row, "metaclass") for row in OF_METACLASSES))
    check(t, *(of_a_descriptor(*row, stores) for row in OF_DESCRIPTORS for stores in (False, True)))
