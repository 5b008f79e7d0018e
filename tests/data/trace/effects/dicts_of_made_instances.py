"""The `__dict__` of an instance that the trace made leaves it as what it is: the instance's attributes."""

import functools

import torch


class Owner:
    pass


class Failure(Exception):
    pass


def given_out(x):
    owner = Owner()
    owner.first = x + 1
    attributes = owner.__dict__
    attributes["second"] = 2
    return attributes, owner


def given_out_first(x):
    failure = Failure(x + 1)
    return vars(failure), failure


def of_each_other(x):
    owner = Owner()
    owner.attributes, owner.owner = owner.__dict__, owner
    return owner.__dict__, owner


def over_a_break(x):
    owner = Owner()
    attributes = owner.__dict__
    print("a break")
    attributes["first"] = x + 1
    return attributes, owner, owner.first


def shared(x):
    owner, other = Owner(), Owner()
    owner.first = x
    other.__dict__ = owner.__dict__
    other.second = x + 1
    return other.__dict__, owner, owner.second


def of_a_function(x):
    def inner():
        return x

    inner.__dict__["first"] = x + 1
    return inner.__dict__, inner


def case(t):
    x = torch.ones(2)
    for function in given_out, given_out_first, of_each_other, over_a_break, shared, of_a_function:
        expected, compiled = function(x), t.compile(function)
        for _ in range(2):
            attributes, owner, *rest = compiled(x)
            t.equal([list(attributes), *rest], [list(expected[0]), *expected[2:]])
            attributes["third"] = 3
            assert vars(owner) is attributes and owner.third == 3
    t.equal(t.compile(made_by_being_asked)(x), made_by_being_asked(x))
    t.equal(t.compile(looked_at)(x), looked_at(x))
    # To look for an attribute makes no dict of an object from outside.
    t.equal(t.compile(states)(x), (None, 2))


def made_by_being_asked(x):
    asked, deleted, cleared, partial = Failure(), Failure(), Failure(), functools.partial(max, 1)
    deleted.first = cleared.first = x
    del deleted.first
    vars(cleared).clear()
    return x + 1, len(vars(asked)), len(vars(partial)), [made.__reduce__() for made in (asked, deleted, cleared, partial)]


def looked_at(x):
    failure, partial = Failure(1), functools.partial(max, 1)
    print("a break")
    names = [hasattr(failure, "first"), getattr(partial, "first", 2), hasattr(failure, "args")]
    return x + 1, names, failure.__reduce__(), partial.__reduce__()


OUTSIDE = Failure(1)
PARTIAL = functools.partial(max, 1)


def states(x):
    if hasattr(OUTSIDE, "first") or hasattr(PARTIAL, "first"):
        x = x + 1
    return PARTIAL.__reduce__()[2][3], len(OUTSIDE.__reduce__())
