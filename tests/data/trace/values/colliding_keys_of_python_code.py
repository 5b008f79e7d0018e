"""Keys of one hash in a table from outside, whose `__eq__` is Python code: they are looked up, and a copy of the table is
made by CPython."""

import torch


class Name:
    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        return isinstance(other, Name) and self.text == other.text

    def __hash__(self):
        return 1


def found(x, table):
    return x + table[Name("b")], Name("c") in table, table.get(Name("d"), 4), len(table)


def member(x, names):
    return x + len(names), Name("b") in names, Name("c") in names


def stored(x, table):
    table["new"] = table[Name("a")] + 1
    return x + table["new"]


def overwritten(x, table):
    y = x * 2
    table[Name("a")] = 5
    return y + table[Name("a")]


def copied(x, table):
    y = x * 2
    return y, dict(table), set(table), {**table, "more": 1}


def added(x, names):
    y = x * 2
    names.add(3)
    names.discard(Name("a"))
    return y + len(names)


def table():
    return {Name("a"): 1, Name("b"): 2}


def names():
    return {Name("a"), Name("b"), 7}


def texts(value):
    if isinstance(value, (tuple, list)):
        return [texts(item) for item in value]
    if isinstance(value, dict):
        return [(texts(key), texts(item)) for key, item in value.items()]
    if isinstance(value, set):
        return sorted(map(str, map(texts, value)))
    return value.text if isinstance(value, Name) else value


def case(t):
    x = torch.ones(2)
    for function, make in ((found, table), (member, names), (stored, table)):
        compiled = t.compile(function, fullgraph=True)
        given, plain = make(), make()
        for _ in range(2):
            t.equal(compiled(x, given), function(x, plain))
            t.equal(texts(given), texts(plain))
    for function, make in ((overwritten, table), (copied, table), (added, names)):
        given, plain = make(), make()
        t.equal(texts(t.compile(function)(x, given)), texts(function(x, plain)))
        t.equal(texts(given), texts(plain))
    # A guard sees another key of the same hash.
    compiled, given = t.compile(found, fullgraph=True), table()
    t.equal(compiled(x, given), found(x, given))
    given[Name("c")] = 3
    t.equal(compiled(x, given), found(x, given))
