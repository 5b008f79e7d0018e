"""Keys from outside whose hash and equality are Python code: tables go by the hash that a key had when it came in, and ask
the keys of that hash, whatever they became since."""

import dataclasses

import alternator
import torch

X = torch.ones(2)


class Key:
    def __init__(self, name, hashed=None):
        self.name, self.hashed = name, hashed

    def __hash__(self):
        return hash(self.name) if self.hashed is None else self.hashed

    def __eq__(self, other):
        return self.name == (other.name if isinstance(other, Key) else other)

    def __repr__(self):
        return f"Key({self.name!r})"


@dataclasses.dataclass(frozen=True)
class Point:
    x: int
    y: int = 0


def looked_up(x, table, key):
    return x + 1, table.get(key), key in table, len(table)


def made_inside(x, table):
    return x + 1, table.get(Key("a")), table.get((Key("b"), 2)), table.get(Point(1)), Point(2) in table, table.get("a")


def iterated(x, table):
    total = x
    for key, number in table.items():
        total = total + number * (len(key.name) if isinstance(key, Key) else 7)
    return total, list(table), [*table.values()]


def in_set(x, items, key):
    return x + len(items), key in items, Key("a") in items, [item.name for item in items if isinstance(item, Key)]


def written(x, table, key):
    table[key] = 5
    table[Key("new")] = x
    return x + table[key]


def removed(x, table, key):
    table["first"] = 0
    return table.pop(key, None), table.pop(Key("b"), None), x + 1


def added(x, items, key):
    items.add(key)
    items.discard(Key("b"))
    return x + len(items)


def copied(x, table, key):
    copy = table.copy()
    copy["more"] = x
    return x + 1, copy.get(key), [*copy.items()]


def entries(table):
    return [(key, number) for key, number in table.items()]


def case(t):
    with alternator.config.patch(recompile_limit=100):
        compare(t)


def compare(t):
    compiled = t.compile(looked_up, fullgraph=True)
    key = Key("a")
    table = {key: 1, "b": 2, (Key("b"), 2): 3, Point(1): 4}
    for wanted in key, Key("a"), Key("b"), "a", "b", Point(1), Point(1, 2), (Key("b"), 2), (Key("b"), 3), 1:
        for _ in range(2):
            t.equal(compiled(X, table, wanted), looked_up(X, table, wanted))
    # It stays where its first hash was, and a search for the new one finds it there only by chance.
    compiled = t.compile(looked_up)
    for name in "c", "a", "b", "b", "a":
        key.name = name
        for wanted in key, Key("a"), Key("b"), Key("c"), "a", "b":
            t.equal(compiled(X, table, wanted), looked_up(X, table, wanted))
    # The same key under another hash.
    key.name = "b"
    table = {key: 1, "z": 2, (Key("b"), 2): 3, Point(1): 4}
    for wanted in key, Key("a"), Key("b"), "a", "b":
        t.equal(compiled(X, table, wanted), looked_up(X, table, wanted))
    for name in "a", "b", "a", "c":
        values = [*table.items()]
        table.clear()
        key.name = name
        table.update(values)
        for wanted in key, Key("a"), Key("b"), "a", "b":
            t.equal(compiled(X, table, wanted), looked_up(X, table, wanted))
    alternator.reset()
    compiled = t.compile(made_inside, fullgraph=True)
    for table in {Key("a"): 1, Point(1): 2}, {(Key("b"), 2): 3, Point(2): 1}, {"a": 2}, {Key("a"): 3, "a": 4}, {}:
        for _ in range(2):
            t.equal(compiled(X, table), made_inside(X, table))
    key, other = Key("a", 5), Key("b", 5)
    table = {key: 1, other: 2, 5: 3}
    compiled = t.compile(looked_up)
    for _ in range(2):
        for wanted in key, other, Key("c", 5), Key("a", 5), 5, Key(5, 5):
            t.equal(compiled(X, table, wanted), looked_up(X, table, wanted))
        key.name, other.name = "b", "a"
    alternator.reset()
    compiled = t.compile(iterated, fullgraph=True)
    key = Key("aa")
    table = {key: 1, Point(1): 2, "b": 3}
    for _ in range(2):
        t.equal(compiled(X, table), iterated(X, table))
        key.name = "a"
    del table[Point(1)]
    t.equal(compiled(X, table), iterated(X, table))
    alternator.reset()
    compiled = t.compile(in_set, fullgraph=True)
    key = Key("a")
    items = {key, Point(1), 3}
    for wanted in key, Key("a"), Point(1), Point(2), 3:
        t.equal(compiled(X, items, wanted), in_set(X, items, wanted))
    compiled = t.compile(in_set)
    for name in "a", "b", "a":
        key.name = name
        for wanted in key, Key("a"), Point(1), Point(2), 3:
            t.equal(compiled(X, items, wanted), in_set(X, items, wanted))
    key.name = "b"
    items = {key, Point(1), 3}
    for wanted in key, Key("a"), Point(1), Point(2), 3:
        t.equal(compiled(X, items, wanted), in_set(X, items, wanted))
    alternator.reset()
    compiled = t.compile(copied, fullgraph=True)
    key = Key("a")
    table = {key: 1, Point(1): 2, "b": 3}
    for name in "a", "b":
        key.name = name
        for wanted in Key("a"), Point(1), Key("c"), "b":
            t.equal(compiled(X, table, wanted), copied(X, table, wanted))
    alternator.reset()
    for function in written, removed, added:
        compiled = t.compile(function)
        for hashes in (None, None), (5, 5), (5, 6):
            for again in range(4):
                results = []
                for run in function, compiled:
                    known, other = Key("a", hashes[0]), Key("b", hashes[1])
                    table = {known: 1, other: 2, "c": 3}
                    if function is added:
                        table = {known, other, 3}
                    wanted = [known, Key("a", hashes[0]), other, Key("d", hashes[1])][again]
                    if function is removed and again == 3:
                        known.name = "moved"
                    result = run(X, table, wanted)
                    left = entries(table) if function is not added else sorted(map(repr, table))
                    results.append((result, [(repr(item)) for item in left], known in table, other in table, wanted in table))
                t.equal(results[1], results[0])
