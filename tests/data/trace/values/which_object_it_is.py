"""What depends on which object it is, holds for that object alone: keys of dicts and sets, hashes, `is`."""

import torch


class Thing:
    pass


def found(table, key):
    return table[key], key in table, table.get(key)


def among(things, one):
    return one in things


def counted(a, b):
    return len({a: 1, b: 2}), len({a, b})


def same(a, b):
    return a is b, [a, b].index(b)


def hashed(a):
    return hash(a)


def case(t):
    first, second = Thing(), Thing()
    x, y = torch.ones(2), torch.ones(2)
    table = {first: "first", second: "second", x: "x", y: "y"}
    for a, b in ((first, second), (x, y)):
        for compiled, function, calls in (
            (t.compile(found), found, [(table, a), (table, b)]),
            (t.compile(among), among, [({a}, a), ({a}, b), ([a], a), ([first], second)]),
            (t.compile(counted), counted, [(a, b), (a, a), (b, b), (b, a)]),
            (t.compile(hashed), hashed, [(a,), (b,)]),
        ):
            for arguments in (*calls, *reversed(calls)):
                t.equal(compiled(*arguments), function(*arguments))
    for calls in ([(first, second), (first, first)], [(second, second), (first, second)]):
        compiled = t.compile(same)
        for arguments in calls:
            t.equal(compiled(*arguments), same(*arguments))
    # What only needs to stay apart serves any two objects.
    compiled = t.compile(lambda z, a, b: z * len({a, b}))
    graphs = len(t.graphs)
    for _ in range(3):
        t.equal(compiled(x, Thing(), Thing()), x * 2)
    t.equal(len(t.graphs), graphs + 1)
