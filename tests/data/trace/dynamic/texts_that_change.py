"""A text or a member of an enum that is another at each call is asked, not read: the entry serves all that answer the same."""

import enum

import torch


class Kind(enum.Enum):
    PLAIN = 1
    DOUBLE = 2
    NEGATED = 3
    HALVED = 4
    KEPT = 5


class Mode(str, enum.Enum):
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    FOURTH = "fourth"


def prefix(x, name):
    if name.startswith("layer"):
        return x + 1
    return x - 1


def contained(x, name):
    return x * 2 if "q" in name else x * 3


def compared(x, name):
    if name == "mean" or "sum" == name:
        return x.mean()
    if name in ("none", "all"):
        return x.sum()
    return x - 1


def length(x, name):
    return x + len(name)


def several(x, name):
    if name.endswith((".weight", ".bias")) and not name.isupper() and name != "skipped.weight":
        return x * 2
    return x - 1


def given_back(x, name):
    return (x + 1, name) if name.startswith("a") else (x - 1, name)


def read_after_all(x, name):
    if name.startswith("a"):
        return x + 1
    return x - 1, {"b1": 1}.get(name), name + "!", name.upper()


def member(x, kind):
    if kind is Kind.DOUBLE:
        return x * 2
    return x - 1


def member_read(x, kind):
    return x * 2 if kind is Kind.DOUBLE else x * kind.value


def any_text(x, name):
    return x + 1 if isinstance(name, str) else x - 1


def in_a_dict(x, settings):
    return x + 1 if settings["name"].startswith("a") else x - 1


def case(t):
    x = torch.arange(4.0)

    def check(fn, values, entries):
        before = len(t.graphs)
        compiled = t.compile(fn, fullgraph=True)
        for value in values:
            # A text that nobody else has.
            value = "".join(list(value)) if type(value) is str else value
            t.equal(compiled(x, value), fn(x, value))
        found = len(t.graphs) - before
        assert found == entries, (fn.__name__, found)

    names = ["layer.0", "layer.1", "layer.2", "head", "layer.3", "tail", "layer.4", "other"]
    # The first text is taken for the only one.
    check(prefix, names, 3)
    check(contained, ["q", "k", "qkv", "v", "kv", "qk"], 3)
    check(compared, ["mean", "other", "more", "sum", "mean", "none", "all", "again", "once more"], 5)
    check(length, ["one", "two", "three", "six", "seven", "ten"], 3)
    check(several, ["a.weight", "a.bias", "b.weight", "b.other", "c", "skipped.weight", "D.WEIGHT", "d.bias"], 4)
    check(given_back, ["a1", "a2", "a3", "b1", "b2"], 3)
    check(read_after_all, ["a1", "a2", "a3", "b1", "b2"], 4)
    check(member, [Kind.PLAIN, Kind.NEGATED, Kind.HALVED, Kind.KEPT, Kind.DOUBLE, Kind.PLAIN], 3)
    check(member_read, [Kind.DOUBLE, Kind.PLAIN, Kind.NEGATED, Kind.DOUBLE], 3)
    check(any_text, ["a", "b", 3], 2)
    check(in_a_dict, [{"name": name} for name in ("a1", "a2", "a3", "b", "c")], 3)

    # Another type, a subclass, a text of another kind: none is taken for a text.
    compiled = t.compile(prefix)
    for name in ("layer.0", "layer.1", Mode.FIRST, Mode.SECOND):
        t.equal(compiled(x, name), prefix(x, name))
    for wrong in (3, b"layer", None):
        try:
            compiled(x, wrong)
        except (AttributeError, TypeError):
            pass
        else:
            raise AssertionError("plain Python raises")
