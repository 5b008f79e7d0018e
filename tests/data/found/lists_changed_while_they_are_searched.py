"""`in`, `index` and `count` of a list went on with the items that there were before a comparison changed the list."""

import torch


class Item:
    def __init__(self, change):
        self.change = change

    __hash__ = None

    def __eq__(self, other):
        self.change()
        return False


OUTSIDE = []


def searched(items, what):
    try:
        return what(items), len(items)
    except ValueError as error:
        return str(error), len(items)


WAYS = [
    lambda items: 2 in items,
    lambda items: 9 in items,
    lambda items: items.index(2),
    lambda items: items.index(9),
    lambda items: items.index(3, 0, -1),
    lambda items: items.count(2),
    lambda items: (items.count(9), items.count(7)),
]


def fn(x, change):
    made = []
    made += [Item(lambda: change(made)), 1, 2, 3]
    return x * len(made), [searched(made, what) for what in WAYS]


def from_outside(x, what):
    return x, searched(OUTSIDE, what)


def case(t):
    x = torch.ones(2)
    for change in (list.clear, list.pop, lambda items: items.append(9), lambda items: items.__setitem__(2, 7)):
        t.equal(t.compile(fn)(x, change), fn(x, change))
        for what in WAYS:
            found = []
            for function in (t.compile(from_outside), from_outside):
                OUTSIDE[:] = [Item(lambda: change(OUTSIDE)), 1, 2, 3]
                found.append((function(x, what), OUTSIDE[1:]))
            t.equal(*found)
