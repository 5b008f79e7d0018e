"""Weak sets and dicts that a trace makes or fills: what refers to objects that live on leaves the trace."""

import weakref

import torch


class Plain:
    pass


class Registered:
    known = weakref.WeakSet()

    def __init__(self):
        Registered.known.add(self)


def added(x, among, factors, names, one):
    among.add(one)
    factors[one] = 3
    names["one"] = one
    return x * len(among) * factors[one], one in among, names["one"] is one


def made(x, one):
    among, factors, names = weakref.WeakSet([one]), weakref.WeakKeyDictionary(), weakref.WeakValueDictionary()
    factors[one] = x * 2
    names["one"] = one
    return among, factors, names


def of_made(x):
    among, factors = weakref.WeakSet(), weakref.WeakKeyDictionary()
    one, other = Plain(), Plain()
    among.add(one)
    factors[one], factors[other] = 2, x
    return factors[other] * factors[one], one in among, other in among, len(among), [key is one for key in factors]


def of_made_that_leaves(x):
    one = Registered()
    among = weakref.WeakSet([one])
    return x + len(Registered.known), one, among, weakref.ref(one)


def of_made_that_ends(x, among):
    one = Plain()
    among.add(one)
    return x + len(among)


def let_go(x):
    among, one = weakref.WeakSet(), Plain()
    among.add(one)
    before, one = len(among), None
    return x + 1, before, len(among)


def never_held(x):
    among = weakref.WeakSet()
    among.add(Plain())
    return x + 1, len(among)


def across_a_break(x):
    among, one = weakref.WeakSet(), Plain()
    among.add(one)
    x = x + 1
    print("a break")
    return x + len(among)


def with_callbacks(x, thing, seen):
    first, second = weakref.ref(thing, lambda _: seen.append(1)), weakref.ref(thing, lambda _: seen.append(2))
    return x + 1, [second, first]


def case(t):
    x, one = torch.ones(2), Plain()

    outside = weakref.WeakSet(), weakref.WeakKeyDictionary(), weakref.WeakValueDictionary()
    t.equal(t.compile(added, fullgraph=True)(x, *outside, one), (x * 3, True, True))
    assert one in outside[0] and outside[1][one] == 3 and outside[2]["one"] is one
    among, factors, names = t.compile(made, fullgraph=True)(x, one)
    assert list(among) == [one] and names["one"] is one
    t.equal(factors[one], x * 2)
    del one
    assert [len(container) for container in (*outside, among, factors, names)] == [0] * 6

    t.equal(t.compile(of_made, fullgraph=True)(x), of_made(x))
    result, one, among, reference = t.compile(of_made_that_leaves, fullgraph=True)(x)
    t.equal(result, x + 1)
    assert list(Registered.known) == list(among) == [one] and reference() is one
    del one
    assert not among and not Registered.known and reference() is None

    among = weakref.WeakSet()
    t.equal(t.compile(of_made_that_ends)(x, among), x + 1)
    assert len(among) == 0
    for function in (let_go, never_held, across_a_break):
        t.equal(t.compile(function)(x), function(x))

    thing, seen = Plain(), []
    _, references = t.compile(with_callbacks)(x, thing, seen)
    assert [reference() is thing for reference in references] == [True, True]
    del thing
    assert seen == [2, 1]
