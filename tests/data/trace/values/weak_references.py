"""Weak references: what they refer to is looked at, and a reference that the trace makes stays inside."""

import weakref

import torch


class Holder:
    def __init__(self, factor):
        self.factor = factor


def fn(x, reference):
    target = reference()
    if target is None:
        return x
    return x * target.factor


def made_inside(x):
    holder = Holder(3)
    reference = weakref.ref(holder)
    print("a break")
    return x * reference().factor, reference() is holder


def held(x):
    holder = Holder(3)
    reference = weakref.ref(holder)
    return x * reference().factor, reference() is holder, reference == weakref.ref(holder)


def let_go(x):
    holder = Holder(3)
    reference = weakref.ref(holder)
    holder = None
    return x + 1, reference() is holder


def containers(x, among, factors, names, other):
    return (
        x * len(among), other in among, [one.factor for one in among], factors.get(other, 7), list(factors.values()), other in factors,
        names["a"].factor, "b" in names, hash(weakref.ref(other)) == hash(other), weakref.ref(other).__hash__() == hash(other),
    )  # fmt: skip


def containers_made(x, one):
    among, factors = weakref.WeakSet([one]), weakref.WeakKeyDictionary()
    factors[one] = 3
    return x * factors[one], one in among, weakref.ref(one, print).__callback__ is print


def one_for_each(x, holder, reference):
    return x + 1, weakref.ref(holder) is reference


def case(t):
    holder = Holder(2)
    reference = weakref.ref(holder)
    compiled = t.compile(fn, fullgraph=True)
    t.equal(compiled(torch.ones(2), reference), torch.full((2,), 2.0))
    holder.factor = 5
    t.equal(compiled(torch.ones(2), reference), torch.full((2,), 5.0))
    del holder
    t.equal(compiled(torch.ones(2), reference), torch.ones(2))
    t.equal(t.compile(made_inside)(torch.ones(2)), (torch.full((2,), 3.0), True))

    x, one, other = torch.ones(2), Holder(2), Holder(3)
    t.equal(t.compile(held, fullgraph=True)(x), held(x))
    t.equal(t.compile(let_go)(x), let_go(x))
    outside = weakref.WeakSet([one]), weakref.WeakKeyDictionary({one: 4}), weakref.WeakValueDictionary({"a": one})
    compiled = t.compile(containers, fullgraph=True)
    for asked in other, one, other:
        t.equal(compiled(x, *outside, asked), containers(x, *outside, asked))
    outside[0].add(other)
    outside[1][other] = 5
    t.equal(compiled(x, *outside, other), containers(x, *outside, other))
    t.equal(t.compile(containers_made, fullgraph=True)(x, one), containers_made(x, one))
    t.equal(t.compile(one_for_each)(x, one, weakref.ref(one)), (x + 1, True))
