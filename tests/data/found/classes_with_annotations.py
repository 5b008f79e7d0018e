"""A class statement whose annotations or type parameters look names up in its namespace, and one that fails (CPython's test_functools on 3.15)."""

import functools

import torch


def fn(x, count):
    class Counted:
        kind = int
        count: kind = 3

        def times(self, number: kind) -> kind:
            return self.count * number

    y = x + Counted().times(count)
    try:

        class Named:
            @functools.cached_property
            def first(self):
                pass

            second = first

    except Exception as error:
        text = str(error.__cause__ or error)
    return y, Counted.__annotations__, Counted.times.__annotations__, "__classdictcell__" in vars(Counted), text


def calls():
    for count in (1, 2):
        yield torch.ones(2), count
