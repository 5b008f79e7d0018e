"""`super()` with and without arguments, its attributes, and a `super` that means something else."""

import torch


class Base:
    kind = "base"

    def __init__(self, n):
        self.n = n

    def double(self, by=2):
        return self.n * by

    @property
    def shown(self):
        return f"<{self.n}>"

    @classmethod
    def make(cls, n):
        return cls(n)

    @staticmethod
    def plain():
        return "plain"


class Derived(Base):
    kind = "derived"

    def __init__(self, n):
        super().__init__(n + 1)

    def double(self, by=3):
        return super().double(by=by), super(Derived, self).double(), super().kind, super().shown, super().plain()

    @classmethod
    def make(cls, n):
        return super().make(n * 10)

    def missing(self):
        try:
            return super().nothing
        except AttributeError as error:
            return str(error)

    def without_self(self):
        def again():
            return self

        del self
        torch._dynamo.graph_break()
        try:
            again()
        except NameError as error:
            return str(error), __class__.__name__

    def in_a_comprehension(self):
        return [super(Derived, self).double(n) for n in (1, 2)]


def shadowed():
    super = lambda *arguments: arguments  # noqa: E731
    try:
        return super(1, 2).count(1), super().count(1)
    except TypeError as error:
        return str(error)


def program():
    d = Derived(1)
    return d.double(), d.double(5), Derived.make(2).n, d.missing(), d.without_self(), d.in_a_comprehension(), shadowed()


# expect captured
# in pieces
