"""Objects from outside that nest deeper than the stack would allow to walk them: the engine goes so far and no further, and CPython
runs what is left, which raises or not.

Found by CPython's own tests (`isinstance` with nested tuples of classes).
"""

import torch


class Link:
    def __init__(self, below):
        self.below = below


def nested(make, inner, depth=100_000):
    for _ in range(depth):
        inner = make(inner)
    return inner


def outcome(function, *arguments):
    try:
        result = function(*arguments)
    except RecursionError as error:
        return type(error)
    return result


def depth_of_sequences(x, outer):
    depth = 0
    while type(outer) is tuple or type(outer) is list:
        outer = outer[0]
        depth += 1
    return depth


def depth_of_links(x, outer):
    depth = 0
    while outer is not None:
        outer = outer.below
        depth += 1
    return depth


def case(t):
    tuples, lists = (lambda inner: nested(lambda below: (below,), inner)), (lambda inner: nested(lambda below: [below], inner))
    dicts = lambda inner: nested(lambda below: {"a": below}, inner)  # noqa: E731
    x = torch.ones(2)
    for function in [
        lambda x, classes: isinstance(x, classes),
        lambda x, classes: issubclass(int, classes),
    ]:
        classes = tuples(int)
        t.equal(outcome(t.compile(function), x, classes), outcome(function, x, classes))
    for outer, other in [(tuples(3), tuples(3)), (lists(3), lists(3)), (dicts(3), dicts(3))]:
        for function in [
            lambda x, outer: outer == other,
            lambda x, outer: len(repr(outer)),
            lambda x, outer: len(f"{outer}"),
            lambda x, outer: outer in [1, 2],
            lambda x, outer: bool(outer),
            lambda x, outer: len(outer) + 1,
        ]:
            t.equal(outcome(t.compile(function), x, outer), outcome(function, x, outer))
    for function, outer in [
        (depth_of_sequences, tuples(3)),
        (depth_of_sequences, lists(3)),
        (depth_of_links, nested(Link, None)),
    ]:
        compiled = t.compile(function)
        t.equal([compiled(x, outer), compiled(x, outer)], [100_000, 100_000])
