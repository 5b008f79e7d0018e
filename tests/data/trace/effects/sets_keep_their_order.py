"""Items of a set whose hashes collide stand in the order in which they came; one that is added leaves the others where they are."""

import torch

KEPT = {1, 2, 3}


def adds(x, items, n):
    items.add(n)
    KEPT.add(n + 8)
    return x + len(items)


def updates(x, items, n):
    items |= {n, n + 2**61 - 1}
    KEPT.update([n, n + 16])
    return x + n


def reads(x, items, n):
    items.add(n)
    KEPT.discard(1)
    items.add(n + 2)
    return x + len(items), [(place, item) for place, item in enumerate(items)], [*KEPT]


def case(t):
    for function in adds, updates, reads:
        found = []
        for run in function, t.compile(function), t.compile(function, dynamic=True):
            KEPT.clear()
            KEPT.update({1, 2, 3})
            items, orders = {1, 3, 8}, []
            for n in 2**62, 2, 8, 16, 2**61 + 1, 0, 24, 9:
                result = run(torch.ones(2), items, n)
                orders.append((str(result), list(items), list(KEPT)))
            found.append(orders)
        assert found[0] == found[1] == found[2], found
