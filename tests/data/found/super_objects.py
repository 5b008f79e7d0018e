"""The class of a super object is its own, and `super()` looks at the receiver before it looks for the class (CPython's test_super)."""

import torch


class Base:
    kind = "base"


class Derived(Base):
    def parts(self):
        return super().kind, super().__class__ is super, super(Derived, self).__class__ is super

    def without_receiver(self):
        del self
        return super()

    def without_parameter():
        return super()


def alone(value):
    del value
    return super()


def nowhere(value):
    return super()


def error_of(function, *arguments):
    try:
        function(*arguments)
    except RuntimeError as error:
        return str(error)


def fn(x):
    errors = error_of(Derived().without_receiver), error_of(Derived.without_parameter), error_of(alone, 1), error_of(nowhere, 1)
    return x + 1, Derived().parts(), errors


def calls():
    yield (torch.ones(2),)
