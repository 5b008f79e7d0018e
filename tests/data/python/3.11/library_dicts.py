"""The methods of dict, its views, and the dicts of collections."""

from collections import Counter, OrderedDict, defaultdict


def program():
    d = {"a": 1, "b": 2}
    d["c"] = 3
    d.update({"d": 4}, e=5)
    taken = d.pop("a"), d.pop("zz", None), d.setdefault("q", 7), d.get("zz", 0)
    del d["b"]
    errors = []
    try:
        d["missing"]
    except KeyError as error:
        errors.append(error.args)
    try:
        for key in d:
            d[key + "x"] = 1
    except RuntimeError as error:
        errors.append(str(error))
    views = list(d.keys()), list(d.values()), list(d.items()), sorted(d.keys() & {"c", "z"}), sorted(d.keys() | {"z"})
    o = OrderedDict([("z", 1), ("y", 2), ("x", 3)])
    o.move_to_end("z")
    first = o.popitem(last=False)
    grouped = defaultdict(list)
    grouped["a"].append(1)
    grouped["b"]
    counted = Counter("abca")
    return (
        d, taken, errors, views, {**d, "z": 1}, d | {"y": 2}, "c" in d, len(d), d == dict(d), dict.fromkeys("ab", 0),
        list(reversed(d)), d.popitem(), ("c", 3) in d.items(), list(o), first, dict(grouped), len(grouped),
        counted["a"], counted["zz"], counted.most_common(1), {k: v * 2 for k, v in zip("abc", range(3))}, repr({"a": [1]}),
    )


# expect captured
# whole
