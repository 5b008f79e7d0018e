"""A function may have more defaults than parameters: they are those of the last parameters. The first ones were taken."""

import torch


def one(a):
    return a


def two(a, b=None, *, c=None):
    return a, b, c


def lambdas():
    return [lambda a, b=1: (a, b), lambda *rest: rest]


def fn(x, defaults):
    one.__defaults__ = defaults
    first, _ = lambdas()
    first.__defaults__ = defaults
    return x * one(), one(5), first(), first(9)


def outside(x):
    return x * one(), two(), two(7), two(7, 8, c=9)


def refused(x, count):
    try:
        return one(*range(count)), x
    except TypeError as error:
        return str(error), x


def case(t):
    x = torch.ones(2)
    for defaults in ((1, 2, 3), (4, 5), (6, 7, 8, 9)):
        one.__defaults__ = two.__defaults__ = defaults
        for function in (outside, lambda x: refused(x, 2), lambda x: refused(x, 3)):
            t.equal(t.compile(function)(x), function(x))
        t.equal(t.compile(one)(), one())
    compiled = t.compile(outside)
    for defaults in ((1, 2, 3), (3, 2, 1), (1, 2), (0, 1, 2, 3)):
        one.__defaults__ = two.__defaults__ = defaults
        t.equal(compiled(x), outside(x))
        t.equal(t.compile(fn)(x, defaults), fn(x, defaults))
