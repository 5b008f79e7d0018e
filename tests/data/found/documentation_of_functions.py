"""Which text documents a function or a property: since 3.14 a flag of the code tells it (CPython's test_fstring, test_property)."""

import torch


class Documented(property):
    """Of the class."""


def getter(self):
    """Of the getter."""


def bare(self):
    pass


def fn(x):
    def written():
        """Written."""

    def formatted():
        f"""Formatted."""

    def returned():
        return "returned"

    y = x + 1
    texts = [function.__doc__ for function in (written, formatted, returned, lambda: "lambda", getter)]
    own = property(getter).__doc__, property(bare).__doc__, property(getter, doc="given").__doc__
    return y * 2, texts, own, Documented(getter).__doc__, Documented(bare, doc="given").__doc__


def calls():
    yield (torch.ones(2),)
