"""Constructors and methods of the builtin containers: some look at what a subclass holds, some ask its `__iter__`."""

from collections import Counter, OrderedDict, deque

from attempts import attempt

log = []
CLASSES = []

for base in (list, tuple, set, frozenset, dict, deque, OrderedDict):
    class Sub(base):
        def __iter__(self):
            log.append("iter")
            return iter([7, 8])

        def __len__(self):
            log.append("len")
            return 3

        def __contains__(self, item):
            log.append("contains")
            return True

    class Keyed(base):
        def keys(self):
            log.append("keys")
            return iter(["k"])

        def __getitem__(self, key):
            log.append(("item", key))
            return key

    CLASSES += [(Sub, base), (Keyed, base)]


def spread(*arguments, **keywords):
    return arguments, keywords


USES = {
    "list": list, "tuple": tuple, "set": set, "frozenset": frozenset, "dict": dict, "deque": deque, "sorted": sorted, "sum": sum,
    "OrderedDict": OrderedDict, "Counter": Counter, "star": lambda o: [*o], "star set": lambda o: {*o}, "call": lambda o: spread(*o),
    "call beside": lambda o: spread(0, *o), "keywords": lambda o: spread(**o), "merge": lambda o: {**o}, "join": lambda o: "".join(map(str, o)),
    "extend": lambda o: (lambda l: (l.extend(o), l))([0]), "slice": lambda o: (lambda l: (l.__setitem__(slice(0, 1), o), l))([0]),
    "update": lambda o: (lambda d: (d.update(o), d))({}), "set update": lambda o: (lambda s: (s.update(o), s))({0}),
    "or": lambda o: {0} | o, "and": lambda o: {7, 1} & o, "minus": lambda o: {7, 1} - o, "xor": lambda o: {7, 1} ^ o,
    "union": lambda o: {0}.union(o), "intersection": lambda o: {7, 1}.intersection(o), "difference": lambda o: {7, 1}.difference(o),
    "subset": lambda o: {7}.issubset(o), "superset": lambda o: {7, 1, 2, 3}.issuperset(o), "disjoint": lambda o: {9}.isdisjoint(o),
    "equal": lambda o: (o == type(o)(o), [o] == [o], o == {1, 2}, o == [1, 2]), "dict or": lambda o: {"z": 0} | o, "concatenated": lambda o: [0] + o,
    "tuples": lambda o: (0,) + o, "unpacked": lambda o: (lambda a, b: (a, b))(*o), "in": lambda o: 5 in o, "repr": repr,
    "least": lambda o: o <= o, "fromkeys": dict.fromkeys, "copy": lambda o: o.copy(), "zip": lambda o: list(zip(o, o)), "views": lambda o: {7: 1, 1: 2}.keys() & o,
    "view minus": lambda o: {7: 1, 1: 2}.keys() - o, "rest": lambda o: (lambda a, *b: (a, b))(*o),
}  # fmt: skip


def watched(cls, arguments, use):
    o = cls(arguments)
    log.clear()
    result = use(o)
    return type(result).__name__, repr(result) if "iter" not in type(result).__name__ else None, list(log)


def kept(a, b):
    """Of equal items, which set's the result has."""
    c, d, e = set(a), set(a), set(a)
    c &= b
    d.intersection_update([True, 9])
    e ^= {True, 4.0}
    return a & b, b & a, a | b, b | a, a - b, a ^ b, a.intersection([1.0]), a.union([1.0]), c, d, e, {1: 1}.keys() & {1.0}, {1.0: 1}.keys() & [1, 2]


def same():
    plain, empty = (1, 2), ()
    return plain[:] is plain, plain * 1 is plain, plain + empty is plain, empty + plain is plain, tuple(plain) is plain, plain[0:2:1] is plain


def program():
    results = []
    for cls, base in CLASSES:
        arguments = {1: 2, 3: 4} if issubclass(base, dict) else [1, 2]
        for name, use in USES.items():
            results.append((base.__name__, name, attempt(watched, cls, arguments, use)))
    results.append([attempt(kept, *sets) for sets in (({1, 2, 3}, {True}), ({1}, {True, 5.0}), (frozenset({1, 2}), {True}))])
    results.append(attempt(same))
    return results


# expect captured
# in pieces
# as written: program
