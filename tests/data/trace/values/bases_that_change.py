"""What a class inherits from is looked at again: by `super`, `isinstance`, `except`, and in classes that the trace makes."""

import abc

import torch

from scenarios import check

x = torch.ones(2)


class A:
    k = 1


class Below(A):
    k = 2


def between_class_and_base(compile):
    class Mixin:
        pass

    class Base:
        def double(self, x):
            return x + 1

    class Made(Mixin, Base):
        def double(self, x):
            return super().double(x) * 2 + getattr(super(), "k", 1)

    made = Made()
    run = compile(lambda x: made.double(x))
    seen = [run(x)]
    Mixin.double = lambda self, x: x + 10
    seen.append(run(x))
    Mixin.k = 5
    seen.append(run(x))
    del Mixin.k, Mixin.double
    return [*seen, run(x)]


def another_base(compile):
    class Made(A):
        def read(self, x):
            return x + super().k

    made = Made()

    @compile
    def run(x):
        return made.read(x), isinstance(made, Below), issubclass(Made, Below), Made.__bases__[0] is A, len(Made.__mro__)

    seen = [run(x)]
    Made.__bases__ = (Below,)
    return [*seen, run(x)]


def another_exception(compile):
    class First(Exception):
        pass

    class Second(First):
        pass

    class Raised(First):
        pass

    @compile
    def run(x):
        try:
            raise Raised
        except Second:
            return x + 1
        except First:
            return x + 2

    seen = [run(x)]
    Raised.__bases__ = (Second,)
    return [*seen, run(x)]


def under_classes_that_are_made(compile):
    class Base(A):
        nm = 1

        def __len__(self):
            return 1

    @compile
    def run(x):
        class Made(Base):
            pass

        return x + Made.nm + Made().nm + len(Made()), bool(Made()), issubclass(Made, Below), isinstance(Made(), Below)

    seen = [run(x)]
    Base.nm = 9
    seen.append(run(x))
    Base.__len__ = lambda self: 7
    seen.append(run(x))
    Base.__bool__ = lambda self: False
    seen.append(run(x))
    Base.__bases__ = (Below,)
    return [*seen, run(x)]


def abstract(compile):
    class Base(abc.ABC):
        @abc.abstractmethod
        def method(self): ...

    class Made(Base):
        pass

    @compile
    def run(x):
        try:
            Made()
        except TypeError:
            return x
        return x + 1

    seen = [run(x)]
    Made.method = lambda self: 1
    abc.update_abstractmethods(Made)
    return [*seen, run(x)]


def case(t):
    check(t, between_class_and_base, another_base, another_exception, under_classes_that_are_made, abstract)
