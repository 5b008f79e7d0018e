"""A class of named tuples that compiled code makes."""

import collections

import torch


def called(x):
    Point = collections.namedtuple("Point", "x y", defaults=(3,))
    point = Point(x)
    moved = point._replace(y=point.y + 1)
    return point.x * moved.y, Point._fields, point._asdict()["y"], repr(Point(1, 2)), Point.__name__, Point.__module__, len(moved)


def refused(x):
    try:
        collections.namedtuple("Point", "x class")
    except ValueError as error:
        return x + 1, str(error)


def wrongly_called(x):
    Point = collections.namedtuple("Point", ["x", "y"])
    try:
        return Point(x)
    except TypeError as error:
        return x, str(error)


def kept(x):
    Point = collections.namedtuple("Point", "x y")
    return Point(x + 1, 2)


def case(t):
    x = torch.ones(2)
    for function in (called, refused, wrongly_called):
        compiled = t.compile(function, fullgraph=True)
        for _ in range(2):
            t.equal(compiled(x), function(x))
    compiled = t.compile(kept)
    for _ in range(2):
        found = compiled(x)
        assert type(found).__name__ == "Point" and type(found) is not type(compiled(x))
        t.equal(tuple(found), tuple(kept(x)))
