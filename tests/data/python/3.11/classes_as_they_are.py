"""Objects that leave a trace are of the class that they were made of, and classes change as Python has them change."""

import abc
import collections
import functools
import types
import typing
import weakref


class Named:
    label = "none"

    def __init_subclass__(cls):
        # Read first: the write goes to the class all the same.
        cls.label = len(cls.__dict__.get("text", ""))


def written_after_it_was_read():
    class Inner(Named):
        text = "abc"

    return Inner().label, Inner.label, Inner.__dict__["label"], type(vars(Inner)).__name__


class Bare:
    pass


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...


def refused():
    texts = []
    for make in (Shape, typing.Hashable, collections.abc.Generator, lambda: Bare().__init__(1), lambda: Bare(1), lambda: object.__init__(Bare(), 1)):
        try:
            texts.append(type(make()).__name__)
        except TypeError as error:
            texts.append(str(error))
    return texts


class Property(property):
    pass


class Partial(functools.partial):
    pass


class Deque(collections.deque):
    pass


def of_subclasses():
    made = Property(len), Partial(len, [1, 2]), Deque([1, 2, 3], 2)
    print("a break")
    return [type(one).__name__ for one in made], made[0].fget, made[1](), made[2]


def handed_out():
    return Property(len), Partial(len, [1, 2]), Deque([1, 2, 3], 2)


def bound():
    items = []
    append, join, add = items.append, ",".join, (1).__add__
    append(3)
    kinds = [type(one).__name__ for one in (append, join, add, Bare().__init__, dict.fromkeys)]
    return kinds, append.__self__ is items, join.__name__, append == items.append, isinstance(join, types.BuiltinFunctionType), items


def bound_and_handed_out():
    items = [1]
    return items, items.append, ",".join, (1).__add__, dict.fromkeys


def names_of_types():
    texts = []
    for attempt in (
        lambda: collections.deque() + 1, lambda: len(collections.Counter), lambda: collections.deque()["a"], lambda: collections.OrderedDict() + 1,
        lambda: iter(functools.partial(len)), lambda: functools.partial(len)[0],
    ):
        try:
            attempt()
        except TypeError as error:
            texts.append(str(error))
    return texts


def reached_weakly():
    def made():
        return weakref.ref(Bare())

    one = Bare()
    reference = weakref.ref(one)
    alive = reference() is one
    del one
    return alive, reference(), made()()


class Listing:
    def __dir__(self):
        return ["z", "a"]


def listed():
    module = types.ModuleType("m")
    module.b = 1
    return dir(Listing()), "label" in dir(Named()), "mro" in dir(Named), [name for name in dir(module) if name[0] != "_"]


def program():
    made, taken = handed_out(), bound_and_handed_out()
    taken[1](2)
    return (
        written_after_it_was_read(), refused(), of_subclasses(), [type(one).__name__ for one in made], bound(),
        [type(one).__name__ for one in taken], taken[0], names_of_types(), reached_weakly(), listed(),
    )


# expect captured
# in pieces
# as written: handed_out
# as written: of_subclasses
# as written: program
# as written: reached_weakly
# as written: reached_weakly.<locals>.made
