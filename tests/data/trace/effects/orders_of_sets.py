"""The order of a set follows from all that made it what it is: how many items it got at once, and which it lost."""

import torch

import alternator

DICT = {8: 1, 0: 2, 16: 3, 1: 1}
PLACES = 0, 1, 2, 3, 8, 9, 11, 16, 17, 19, 24, 25, 33, 40, 96, 128


class Subset(set):
    pass


def copies(a, b):
    c = frozenset(a)
    return set(a), a.copy(), {*a, *b}, c, set(c), frozenset(b), Subset(b), set(DICT), {3, 11, 19}, set(list(b)[:4])


def together(a, b):
    c = a | b
    c |= set(DICT)
    return c, frozenset(a) | b, a.union(b, [5, 13]), DICT.keys() | b, {33, *a}, frozenset(b).union(a)


def less(a, b):
    c, d = a - b, b.difference(PLACES[:5])
    e = a ^ b
    e -= {1, 8}
    e.add(41)
    return c, d, e, a & b, b & a, DICT.keys() - a, frozenset(a) - frozenset(b), a.intersection(b, PLACES), DICT.keys() ^ b


def lost_and_added(a, b):
    c = a | b
    c.discard(8)
    c.remove(min(c))
    first = c.pop()
    c.update([first + 8, first + 16, first + 24])
    second = c.pop()
    c &= set(PLACES[3:])
    c.add(second)
    return c, set(c), first, second


def changed(a, b):
    a.update(DICT)
    b.difference_update(PLACES[:4])
    b.symmetric_difference_update({1, 9, 17})
    return frozenset(), len(a), len(b)


def fn(function, x, a, b):
    result = function(a, b)
    orders = []
    for items in result:
        orders.append(list(items) if isinstance(items, (set, frozenset)) else items)
    return x + 1, result, orders


def more(items):
    if isinstance(items, set):
        items.update([41, 73, 5])
        items.add(13)
    return list(items)


def seen(run, function, first, count):
    """The orders in the function, of what it leaves, and of these sets when they get more items."""
    a, b = set(PLACES[first : first + count]), set(PLACES[first - count - 2 : first + 1 : 2] + PLACES[-3:])
    _, result, orders = run(function, torch.ones(1), a, b)
    sets = [items for items in (*result, a, b) if isinstance(items, (set, frozenset))]
    return orders, [(type(items), list(items)) for items in sets], [more(items) for items in sets]


def case(t):
    for function in copies, together, less, lost_and_added, changed:
        for first in range(0, 12, 3):
            for count in 3, 5, 9:
                alternator.reset()
                expected = seen(fn, function, first, count)
                compiled = t.compile(fn)
                for _ in range(2):
                    found = seen(compiled, function, first, count)
                    assert found == expected, (function, first, count, found, expected)
    assert len(t.graphs) == 60, len(t.graphs)
