"""Views of dicts, read-only views, and the dicts of `collections`: every method, and what they refuse."""

from collections import Counter, OrderedDict, defaultdict
from types import MappingProxyType

from attempts import attempt, each


def views():
    d = {"a": 1, "b": [2]}
    keys, values, items = d.keys(), d.values(), d.items()
    d["c"] = 3
    return (
        len(keys), len(values), len(items), "c" in keys, "z" in keys, 3 in values, ("c", 3) in items, ["c", 3] in items, "c3" in items,
        ("b", [2]) in items, ("z", 1) in items, ("a",) in items, 5 in items, list(reversed(keys)), list(reversed(d)),
        type(keys.mapping).__name__, keys.mapping["a"], dict(values.mapping), items.mapping == d, list(keys), list(values),
        sorted(keys & ["a", "z"]), sorted(keys | {"z": 1}), sorted(keys - {"a"}), sorted(keys ^ {"a", "y"}), keys == {"a", "b", "c"},
        keys <= {"a", "b", "c", "d"}, keys > {"a"}, keys.isdisjoint("xyz"), keys.isdisjoint(["a"]), repr(keys), repr(items), repr(values),
    )  # fmt: skip


def views_that_refuse():
    d = {"a": 1}
    return (
        attempt(lambda: [] in d.keys()), attempt(lambda: ([], 1) in d.items()), attempt(lambda: d.keys()[0]), attempt(lambda: hash(d.keys())),
        attempt(lambda: d.keys().mapping.update), attempt(lambda: setattr(d.keys(), "mapping", {})), attempt(lambda: d.keys() < [1]),
        attempt(lambda: d.keys() & 3), attempt(lambda: next(d.values())), attempt(lambda: d.values() == d.values()),
        attempt(lambda: d.keys().add(1)), attempt(lambda: list(reversed(d.items()))), attempt(lambda: list(reversed(d.values()))),
    )  # fmt: skip


def dicts():
    d = {"a": 1}
    copied = d.copy()
    copied["b"] = 2
    merged = d | copied
    kept = d
    d |= [("x", 1), ["y", 2]]
    d |= {"z": 3}.items()
    emptied = {"a": 1, "b": 2}
    emptied.clear()
    emptied["c"] = 1
    return copied, merged, d, kept is d, emptied, d.__ror__({"x": 9, "w": 8}), d.__ror__([("a", 1)]), d.__or__([1]), {}.copy(), d.__ior__({}) is d


def dicts_that_refuse():
    return (
        attempt(lambda: {} | [("a", 1)]), attempt(lambda: [("a", 1)] | {}), attempt(lambda: {}.__ior__([1])), attempt(lambda: {}.__ior__(["abc"])),
        attempt(lambda: {}.update(3)), attempt(lambda: {}.popitem()), attempt(lambda: {}.pop("a")), attempt(lambda: {}.fromkeys(3)),
        attempt(lambda: {[]: 1}), attempt(lambda: {}.setdefault([], 1)), attempt(lambda: {}.get([])), attempt(lambda: {}.pop([], 1)),
        attempt(lambda: dict([1])), attempt(lambda: dict(["abc"])), attempt(lambda: dict(a=1, **{"b": 2})), attempt(lambda: {}.clear(1)),
        attempt(lambda: {} < {}), attempt(lambda: {"a": 1}["b"]), attempt(lambda: dict.copy(3)),
    )  # fmt: skip


def read_only():
    d = {"a": 1, "b": 2}
    view = MappingProxyType(d)
    d["c"] = 3
    return (
        view["c"], view.get("z"), view.get("z", 5), "a" in view, "z" in view, list(view), len(view), list(view.keys()), list(view.values()),
        list(view.items()), view.copy() == d, view.copy() is d, type(view.copy()).__name__, view == d, view != d, view != 3, {**view}, dict(view, z=1),
        attempt(lambda: view["z"]), attempt(lambda: view.__setitem__("a", 1)), attempt(lambda: MappingProxyType(3)),
        attempt(lambda: MappingProxyType([1])), attempt(lambda: setattr(view, "x", 1)), view | {"y": 1}, list(reversed(view)),
        attempt(lambda: view.pop("a")), attempt(lambda: MappingProxyType()), str(view),
    )  # fmt: skip


class Missing(OrderedDict):
    def __missing__(self, key):
        return f"no {key}"


class Counted(OrderedDict):
    def __init__(self, *rest, **named):
        self.stores = 0
        super().__init__(*rest, **named)

    def __setitem__(self, key, value):
        self.stores += 1
        super().__setitem__(key, value)


def ordered():
    o = OrderedDict([("x", 1), ("y", 2)], z=3)
    backward = list(reversed(o))
    del o["x"]
    copied = o.copy()
    copied["new"] = 4
    o.update({"u": 1}, v=2)
    o.update([("w", 3)])
    again = o.setdefault("z", 9), o.setdefault("q", 9), o.setdefault("r")
    popped = o.pop("y"), o.pop("none", 5), o.popitem(), o.popitem(last=False)
    o.move_to_end("u")
    o.move_to_end("w", last=False)
    cleared = OrderedDict(a=1)
    cleared.clear()
    cleared["b"] = 2
    return (
        backward, copied, type(copied).__name__, o, again, popped, list(o.items()), cleared, list(cleared), o == dict(o), o == OrderedDict(reversed(o.items())),
        o | {"z": 1}, list(reversed(o.keys())), o != o.copy(), list(Missing(a=1).copy().items()), type(Missing(a=1).copy()).__name__,
    )  # fmt: skip


def ordered_and_overridden():
    made = Counted({"a": 1}, b=2)
    made.update(c=3)
    made.setdefault("d", 4)
    made.setdefault("d", 5)
    lost = Missing(a=1)
    return made.stores, list(made.items()), lost["b"], lost.get("b"), attempt(lambda: lost.pop("b")), list(lost), made.copy().stores


def ordered_that_refuse():
    return (
        attempt(lambda: OrderedDict().popitem()), attempt(lambda: OrderedDict(a=1).pop("b")), attempt(lambda: OrderedDict().__delitem__("b")),
        attempt(lambda: OrderedDict().move_to_end("b")), attempt(lambda: OrderedDict(3)), attempt(lambda: OrderedDict([1])),
        attempt(lambda: OrderedDict().update(3)), attempt(lambda: OrderedDict().update([1])), attempt(lambda: OrderedDict({}, {})),
        attempt(lambda: OrderedDict().update({}, {})), attempt(lambda: OrderedDict()["a"]), attempt(lambda: OrderedDict(["abc"])),
    )  # fmt: skip


def with_defaults():
    d = defaultdict(list, {"a": [1]}, b=[2])
    d["c"].append(3)
    copied = d.copy()
    copied["z"]
    nothing = defaultdict(None, a=1)
    later = defaultdict(int)
    later.default_factory = lambda: "made"
    return (
        dict(d), dict(copied), type(copied).__name__, copied.default_factory is list, d.get("q"), "q" in d, attempt(lambda: nothing["b"]),
        attempt(lambda: defaultdict(3)), later["x"], dict(later), attempt(lambda: defaultdict(lambda: 1 / 0)["x"]), d | {"x": 1},
        attempt(lambda: defaultdict(list, 3)), repr(defaultdict(int, a=1)), d.default_factory.__name__,
    )  # fmt: skip


def counted():
    c = Counter("abca")
    c.update("az")
    c.subtract({"a": 5})
    return dict(c), c["none"], +c, c.total(), sorted(c.elements()), Counter(a=1) + Counter(a=2, b=1), Counter(a=1) - Counter(a=2), c.most_common(2)


def ordered_views():
    d = OrderedDict(a=1, b=2, c=3)
    views = d.keys(), d.values(), d.items()
    forward, backward = [list(view) for view in views], [list(reversed(view)) for view in views]
    kinds = [type(view).__name__ for view in views] + [type(iter(view)).__name__ for view in views]
    return forward, backward, kinds, list(reversed(d)), views[0] == {"a", "b", "c"}, views[0] & {"a"}, len(views[1]), views[2].mapping["a"]


def views_and_sets():
    d = {"a": 1, "b": 2}
    keys, fixed, changing = d.keys(), frozenset("bc"), set("bc")
    before = changing
    changing |= keys
    of_keys = [keys & fixed, fixed & keys, fixed | keys, fixed - keys, fixed ^ keys, before - keys, ["a"] & keys, ["a"] - keys]
    of_items = [fixed | d.items(), fixed - d.items(), fixed ^ d.items(), {("a", 1)} & d.items()]
    compared = fixed == keys, frozenset("ab") == keys, {"a"} < keys, fixed.__or__(keys) is NotImplemented
    return [(type(one), one) for one in of_keys + of_items], compared, changing is before, before, changing


def ordered_and_changed():
    d = OrderedDict(a=1, b=2)
    for key in d:
        d[key + key] = 1


def leave_ordered():
    d = OrderedDict(a=1, b=2, c=3)
    items, backward, keys = iter(d.items()), reversed(d.values()), iter(d)
    next(items), next(backward), next(keys)
    return items, backward, keys, d.keys(), d.values()


def ordered_left():
    left = attempt(leave_ordered)[1]
    return [type(one).__name__ for one in left], each(list, left)


def leave(x):
    d = {"a": x, "b": 2}
    keys, values, items = iter(d), iter(d.values()), iter(d.items())
    backward = reversed(d)
    next(keys), next(values), next(items), next(backward)
    return d.keys(), d.values(), d.items(), MappingProxyType(d), keys, values, items, backward


def left():
    keys, values, items, view, *iterators = attempt(leave, 1)[1]
    return list(keys), list(values), list(items), dict(view), type(view).__name__, each(list, iterators)


def program():
    return (
        views(), views_that_refuse(), dicts(), dicts_that_refuse(), read_only(), ordered(), ordered_and_overridden(),
        ordered_that_refuse(), with_defaults(), counted(), left(), views_and_sets(), ordered_views(), attempt(ordered_and_changed), ordered_left(),
    )  # fmt: skip


# expect captured
# in pieces
