"""Calls of C functions with too many arguments, too few, or wrong names; locks, notes and fields of exceptions; filters of warnings."""

import collections
import functools
import threading
import warnings

from attempts import attempt


def said(function, *arguments, **keywords):
    try:
        return function(*arguments, **keywords)
    except TypeError as error:
        return str(error)


def counts():
    d = {"a": 1}
    return [
        said(d.get), said(d.keys, 1), said(d.copy, 1, 2), said(d.setdefault), said(d.__getitem__), said([].append), said("".join), said([].index),
        said(d.pop), said(d.update, 1, 2), said({1}.add), said([].sort, 1), said(len), said(isinstance, 1), said([].count, 1, 2), said(getattr, 1),
        said(sorted), said(sum), said((1).__add__), said(d.__eq__), said([].reverse, 1), said(d.popitem, 1), said(iter), said(abs), said(divmod, 1),
        said(d.items, 2), said(list, sequence=()), said(tuple, sequence=()), said(set, items=1), said(d.clear, 1), said(dict.clear),
    ]  # fmt: skip


def past_their_methods():
    ordered = collections.OrderedDict(spam=1, ham=2)
    dict.__setitem__(ordered, "spam", 3)
    dict.__delitem__(ordered, "spam")
    return len(ordered), "spam" in ordered


def ordered_dicts():
    ordered = collections.OrderedDict(a=1) | {"b": 2}
    ordered |= {"c": 3}
    reflected = {"z": 1} | collections.OrderedDict(y=2)
    return ordered, reflected, type(reflected).__name__, said(lambda: ordered | 3), {"a": 1}.items() <= {"a": 1, "b": 2}.items(), {1: 2}.items() > {}.items(), {}.items() < {}.items(), {}.items() >= {}.items()


def exceptions():
    error = ValueError("a")
    error.add_note("first")
    error.add_note("second")
    named = AttributeError("m", name="n", obj=3), NameError("m", name="n"), ImportError("m", name="n", path="p")
    return (
        error.__notes__, said(error.add_note, 3), said(error.add_note), named[0].name, named[0].obj, named[1].name, named[2].name, named[2].path,
        [it.args for it in named],
    )  # fmt: skip


def refused_deletions():
    said_of = []
    for name in "__cause__", "__context__", "__traceback__", "args":
        try:
            delattr(ValueError(), name)
        except TypeError as error:
            said_of.append(str(error))
    try:
        not_there  # noqa: B018, F821
    except NameError as error:
        said_of.append(error.name)
    return said_of, NameError("a").name, SyntaxError().args, SyntaxError("a").args, SystemExit(3).code, SystemExit(3, 4).code, MemoryError("a").args


class Divided:
    def __rdivmod__(self, other):
        return "divided", other


def divided():
    return divmod(5, Divided()), divmod(2.5, Divided()), said(divmod, 5, "a"), said(divmod, "a", 5)


def unhashable():
    d, s, f = {}, {1, frozenset({2})}, frozenset({frozenset()})
    return (
        said(hash, []), said(hash, {}), said(hash, collections.Counter()), said(lambda: d[[]]), said(d.get, {}), said(s.add, {3}), said(lambda: {[]: 1}),
        {2} in s, {3} in s, set() in f, said(lambda: [] in s), s.discard({2}), len(s), said(s.discard, []),
        said(lambda: s & 3), said(lambda: s - "a"), said(lambda: 3 | s), said(lambda: s ^ [1]), said(lambda: {1} + {2}), said(lambda: [1] - [2]),
    )  # fmt: skip


def operators_in_place():
    s = {1}
    try:
        s |= "a"
    except TypeError as error:
        return str(error)


def more_dicts():
    made = collections.OrderedDict.fromkeys("ab", 1)
    counted = collections.defaultdict(int)
    counted.default_factory = list
    counted["a"].append(1)
    return made, counted


def fields_that_leave():
    return AttributeError("m", name="n", obj=3), ImportError("m", path="p")


def locks():
    lock, reentrant = threading.Lock(), threading.RLock()
    with lock:
        inside = lock.locked(), lock.acquire(False)
    with reentrant, reentrant:
        pass
    texts = []
    for made in lock, reentrant:
        try:
            made.release()
        except RuntimeError as error:
            texts.append(str(error))
    return inside, lock.locked(), texts, lock.acquire()


def a_lock_that_leaves():
    lock, reentrant = threading.Lock(), threading.RLock()
    lock.acquire()
    reentrant.acquire()
    return lock, reentrant


@functools.singledispatch
def kind(value):
    return "any"


@kind.register
def _(value: int):
    return "int"


@kind.register(list)
def _(value):
    return "list"


def dispatched():
    return kind(1), kind(True), kind([]), kind("a"), kind(None)


def filters():
    before = list(warnings.filters)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        inside = warnings.filters[0][0]
    return inside, warnings.filters == before


def program():
    left, held = attempt(fields_that_leave)[1], attempt(a_lock_that_leaves)[1]
    return (
        attempt(counts), attempt(past_their_methods), attempt(ordered_dicts), attempt(exceptions), (left[0].name, left[0].obj, left[1].path, left[1].name),
        attempt(locks), (held[0].locked(), held[1].acquire(False)), attempt(dispatched), attempt(filters),
        attempt(refused_deletions), attempt(divided), attempt(unhashable), attempt(operators_in_place), attempt(more_dicts),
    )  # fmt: skip


# expect captured
# in pieces
