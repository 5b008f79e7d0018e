"""`object.__class__ = Other`, for objects of all kinds that allow it: what is guarded by identity is guarded by its class."""

import functools
import types

import torch

from scenarios import check

x = torch.ones(2)


def of(base, *arguments):
    """A scenario in which an object of one class derived from `base` becomes one of another."""

    def scenario(compile):
        # Where items stand in the object, nothing else may.
        slots = {"__slots__": ()} if base.__itemsize__ else {}
        one, other = (types.new_class(f"Kind{k}", (base,), exec_body=lambda names, k=k: names.update(slots, k=k)) for k in (1, 2))
        thing = one(*arguments)
        seen = []
        outside = compile(lambda x: x + thing.k)
        given = compile(lambda x, thing: x + thing.k)
        for kind in (one, other, one):
            thing.__class__ = kind
            seen += [outside(x), given(x, thing), outside(x)]
        return seen

    scenario.__name__ = f"an instance of a subclass of {base.__name__}"
    return scenario


def a_plain_module(compile):
    class Counting(types.ModuleType):
        @property
        def k(self):
            return 2

    module = types.ModuleType("module")
    module.k = 1
    run = compile(lambda x: x + module.k)
    # CPython 3.14 and 3.15 specialise `module.k` for a module of any class, as if it had no properties: here it has done so
    # before the class changes, and another key takes it back.
    seen = [run(x) for _ in range(8)]
    module.__class__ = Counting
    module.other = None
    return [*seen, run(x)]


def a_class(compile):
    class First(type):
        k = 1

    class Second(type):
        k = 2

        def __call__(cls, number):
            return number + 10

    class Made(metaclass=First):
        def __new__(cls, number):
            return number + 1

    run = compile(lambda x: x + Made.k + Made(1))
    seen = [run(x)]
    Made.__class__ = Second
    return [*seen, run(x)]


def a_descriptor(compile):
    class Plain:
        pass

    class Binding:
        def __get__(self, instance, owner=None):
            return 9

    class Made:
        k = Plain()

    made, descriptor = Made(), Made.__dict__["k"]
    run = compile(lambda x: x + (made.k if isinstance(made.k, int) else 0))
    seen = [run(x)]
    descriptor.__class__ = Binding
    return [*seen, run(x)]


def binding_ones(compile):
    class Own(property):
        def __get__(self, instance, owner=None):
            return 7

    class OwnStatic(staticmethod):
        def __get__(self, instance, owner=None):
            return lambda: 7

    class Made:
        k = type("Property", (property,), {})(lambda self: 1)
        s = type("Static", (staticmethod,), {})(lambda: 1)

    made = Made()
    run = compile(lambda x: x + made.k * 10 + made.s())
    seen = [run(x)]
    Made.__dict__["k"].__class__ = Own
    seen.append(run(x))
    Made.__dict__["s"].__class__ = OwnStatic
    return [*seen, run(x)]


def made_anew_in_place(compile):
    """`__init__` gives a descriptor that exists another function."""
    functions = [lambda *_: 1, lambda *_: 5]
    for kind in (staticmethod, classmethod, property):
        descriptor = kind(functions[0])

        class Made:
            k = descriptor

        made = Made()
        run = compile((lambda x: x + made.k) if kind is property else lambda x: x + made.k())
        yield run(x)
        descriptor.__init__(functions[1])
        yield run(x)


def case(t):
    bases = [of(str, "a"), of(bytes, b"a"), of(int, 3), of(float, 3.0), of(complex, 1j), of(tuple, (1,)), of(list), of(dict), of(set)]
    bases += [of(types.ModuleType, "m"), of(property), of(staticmethod, len), of(functools.partial, len), of(Exception), of(object)]
    check(t, *bases, a_plain_module, a_class, a_descriptor, binding_ones, lambda compile: list(made_anew_in_place(compile)))
