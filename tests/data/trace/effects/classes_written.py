"""Attributes of classes that the trace writes, read through other classes, metaclasses, instances and `super`."""

import torch

from scenarios import check

x = torch.ones(2)


def of_a_base(compile):
    class Base:
        pass

    class Derived(Base):
        pass

    instance = Derived()

    @compile
    def write(x):
        Base.w = 5
        return x + Derived.w, x + instance.w

    seen = [write(x)]
    Derived.w = 100
    seen.append(write(x))
    instance.w = 7
    seen.append(write(x))
    del Derived.w
    return [*seen, write(x)]


def counted(compile):
    class Base:
        total = 0

    class Derived(Base):
        pass

    @compile
    def count(x):
        Base.total = 0
        Derived.total += 1
        return x + Derived.total

    return count(x), count(x), count(x), Derived.total, Base.total


def of_a_metaclass(compile):
    class Meta(type):
        w = 1

    class Made(metaclass=Meta):
        pass

    @compile
    def write(x):
        before = Made.w
        Meta.w += 5
        return x + before, x + Made.w

    seen = [write(x), write(x)]
    Made.w = 100
    return [*seen, write(x), Meta.w]


def above_super(compile):
    class Base:
        w = 1

    class Middle(Base):
        pass

    class Derived(Middle):
        def read(self, x):
            return x + super().w

    derived = Derived()

    @compile
    def write(x):
        Base.w = 3
        return derived.read(x)

    seen = [write(x)]
    Middle.w = 10
    return [*seen, write(x)]


def own_ones_that_end(compile):
    class Base:
        pass

    class Derived(Base):
        w = 5

    @compile
    def write(x, n):
        Base.w = n
        return x + Derived.w

    seen = [write(x, 5)]
    del Derived.w
    return [*seen, *(write(x, n) for n in (5, 6, 7, 8))]


def with_sizes(compile):
    class Base:
        pass

    class Derived(Base):
        pass

    @compile
    def write(x):
        Base.w = x.shape[0]
        return x + Derived.w

    return [write(torch.ones(n)) for n in (2, 3, 4, 5)]


def before_and_after(compile):
    class Base:
        w = 1

    class Derived(Base):
        pass

    derived, base = Derived(), Base()

    @compile
    def write(x):
        first = derived.w + base.w
        Base.w = 10
        second = derived.w + base.w
        derived.w = 100
        third = derived.w + base.w + Derived.w
        Derived.w = 1000
        return x + first, second, third, derived.w, Derived.w, Base.w

    seen = [write(x), write(x)]
    del derived.w
    seen.append(write(x))
    del Derived.w
    return [*seen, write(x)]


def that_become_properties(compile):
    class Made:
        pass

    made = Made()

    @compile
    def write(x):
        Made.w = 5
        made.w = 7
        return x + made.w

    seen = [write(x), dict(vars(made))]
    vars(made).clear()
    Made.w = property(lambda self: 50, lambda self, value: None)
    return [*seen, write(x), dict(vars(made))]


def case(t):
    check(t, of_a_base, counted, of_a_metaclass, above_super, own_ones_that_end, with_sizes, before_and_after, that_become_properties)
