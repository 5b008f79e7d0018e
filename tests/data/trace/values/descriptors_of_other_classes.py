"""A descriptor of a C class, stored in a class that has nothing to do with it: it can't be bound to its instances."""

import types

import torch


class Other:
    method = str.upper
    special = int.__add__
    getter = type.__dict__["__name__"]
    member = types.FunctionType.__dict__["__closure__"]
    of_class = dict.__dict__["fromkeys"]


class Some(dict):
    fit = dict.__dict__["fromkeys"]


class Changed:
    later = len


def asked(x, name, o):
    try:
        return x + 1, hasattr(o, name)
    except TypeError as error:
        return x + 2, str(error)


def of_classes(x):
    return x, Other.method("a"), Other.special(1, 2), Some.fit([1]), Some().fit([2]), Other.getter, Other.member


def changed(x, o):
    return asked(x, "later", o)


def case(t):
    x = torch.ones(2)
    compiled = t.compile(asked)
    for name in ("method", "special", "getter", "member", "of_class"):
        t.equal(compiled(x, name, Other()), asked(x, name, Other()))
    compiled = t.compile(of_classes, fullgraph=True)
    t.equal(compiled(x), of_classes(x))
    compiled = t.compile(changed)
    t.equal(compiled(x, Changed()), changed(x, Changed()))
    Changed.later = str.upper
    t.equal(compiled(x, Changed()), changed(x, Changed()))
    Changed.later = 3
    t.equal(compiled(x, Changed()), changed(x, Changed()))
