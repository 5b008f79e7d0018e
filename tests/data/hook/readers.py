"""What the engine reads of objects without running user code is what Python says of them."""

import collections
import random
import types

from hook_support import engine

random.seed(1)


def check_dict(d, keys):
    for key in keys:
        found, how, items = engine.read_dict(d, key)
        if how == "unclear":
            continue
        assert how in ("found", "missing"), (how, key)
        assert (found is None) == (not dict.__contains__(d, key)), (key, how)
        if found:
            assert found[1] is dict.__getitem__(d, key)
    assert [(id(k), id(v)) for k, v in items] == [(id(k), id(v)) for k, v in dict.items(d)]


# ---- dicts of all sizes and kinds of keys, with deletions
texts = [f"key{i}" for i in range(70_000)]
for size in (0, 1, 5, 8, 100, 200, 300, 70_000):
    d = {k: object() for k in texts[:size]}
    check_dict(d, random.sample(texts, 50) + texts[:size][:50])
    for k in texts[:size:3]:
        del d[k]
    check_dict(d, random.sample(texts, 50) + texts[:size][:50])
mixed = {i if i % 2 else str(i): object() for i in range(1000)}
mixed |= {(1, "a"): 0, 1.5: 1, None: 2, int: 3, len: 4, (2, (3, b"x")): 5, 2**70: 6, True: 7, -1: 8, "ä\ud800": 9}
check_dict(mixed, list(mixed) + [(1, "b"), 2.5, str, 3, 999, 1000, "1000", 2**71, False, 1.0, -2, "\ud800"])


class Same:
    def __hash__(self):
        return hash("text")

    def __eq__(self, other):
        raise AssertionError("user code ran")


assert engine.read_dict({Same(): 1}, "text")[1] == "unclear"
assert engine.read_dict({1: 1, "text": 2}, "te" + "xt")[1] == "found"
check_dict(collections.OrderedDict(a=1), ["a", "b"])
check_dict(collections.defaultdict(list, a=1), ["a", "b"])
assert engine.read_dict([], "a")[1] == "missing"
many = {object(): i for i in range(3000)}
check_dict(many, list(many) + [object()])


# ---- instances: values beside the object, a dict, none at all
class Plain:
    pass


class Slots:
    __slots__ = ("a",)


class WithSlots(Plain):
    __slots__ = ("b",)


class Error(Exception):
    pass


class Listy(list):
    pass


def check_instance(o, *names):
    before = [engine.read_instance(o, name) for name in names]
    attributes = vars(o) if hasattr(o, "__dict__") else {}
    after = [engine.read_instance(o, name) for name in names]
    for reads in (before, after):
        for name, (_, value, items) in zip(names, reads):
            assert value is attributes.get(name), (o, name, value)
            assert items == list(attributes.items()), (items, attributes)
    return before[0][0], after[0][0]


o = Plain()
o.x, o.y = 1, [2]
del o.x
o.z, o.x = 3, 4
assert check_instance(o, "x", "y", "z", "w", "".join("xy")) [0] in ("values", "dict")
places = set()
for cls in (Plain, WithSlots, Error, Listy):
    for count in (0, 1, 5, 29, 31, 60):
        o = cls()
        for i in range(count):
            setattr(o, f"attribute{i}", object())
        if count > 3:
            del o.attribute1
            o.attribute1 = 7
            del o.attribute2
        places.update(check_instance(o, "attribute0", "attribute1", "attribute2", "none"))
assert {"values", "dict"} <= places, places
assert engine.read_instance(Slots(), "a")[0] == "none" and engine.read_instance(1, "a")[0] == "none"
assert engine.read_instance(Error(), "a")[0] in ("empty", "dict", "values")
assert engine.read_instance(Plain, "__module__")[1] == __name__
assert engine.read_instance(int, "real")[1] is int.__dict__["real"]


def function():
    pass


check_instance(function, "a")
function.a = 5
assert check_instance(function, "a")[0] == "dict"
module = types.ModuleType("some")
module.a = 1
check_instance(module, "a", "__name__", "b")


# ---- classes
class Base:
    both = 1
    base = property(lambda self: 1)


class Child(Base, dict):
    both = 2


for cls in (Base, Child, int, dict, type, bool):
    for name in ("both", "base", "__init__", "get", "__eq__", "nothing", "mro"):
        value, owner, text = engine.read_class(cls, name)
        expected = next((c for c in cls.__mro__ if name in c.__dict__), None)
        assert owner is expected and (expected is None or value is expected.__dict__[name]), (cls, name)
    assert text == (cls.__qualname__ if cls.__module__ == "builtins" else f"{__name__}.{cls.__qualname__}"), text


# ---- constants and their texts
read = engine.read_any
for value in (0, -5, 2**63 - 1, -(2**63), 2**100, True, None, ..., 1.5, float("inf"), "a'b", b"x", (), (1, ("a", None)), 1j):
    r = read(value)
    assert r["repr"] == repr(value) and r["hash"] == hash(value), (value, r)
    assert r["int"] == (int(value) if isinstance(value, int) and -(2**63) <= value < 2**63 else None)
    assert r["float"] == (value if isinstance(value, float) else None)
    assert r["bool"] == (value if isinstance(value, bool) else None)
assert read("tä")["text"] == "tä" and read("\ud800")["text"] == "\\ud800" and read(3)["text"] == ""


class Loud:
    def __repr__(self):
        raise AssertionError("user code ran")

    __hash__ = __str__ = __eq__ = __len__ = __iter__ = __getattribute__ = __repr__

    def method(self):
        pass


class LoudInt(int):
    __repr__ = __index__ = __int__ = __hash__ = Loud.__repr__


class LoudDict(dict):
    __getitem__ = __iter__ = __len__ = items = keys = __contains__ = Loud.__repr__


loud = read(Loud())
assert loud["repr"] == "<__main__.Loud object>" and loud["hash"] is None, loud
assert read(LoudInt(5))["int"] == 5 and read(LoudInt(5))["repr"] == "<__main__.LoudInt object>"
assert engine.read_dict(LoudDict(a=1), "a")[0][1] == 1
assert read(object())["hash"] is not None
assert read([1, 2])["items"] == [1, 2] and read({1, 2})["set"] == [1, 2] and read(slice(1, None))["slice"] == [1, None, None]
assert [read(x)["name"] for x in (len, int, function, types, dict.get, Loud.method, [].append)] == [
    "len", "int", "function", "types", "get", "Loud.method", "append"
]  # fmt: skip
assert read(types)["repr"] == "<module types>" and read(int)["repr"] == "<class 'int'>"
assert read(int.real)["repr"] == "<getset_descriptor real>"


# ---- functions, methods, cells, code
def outer():
    free = [1]

    def inner(a, b=2, *rest, c=3, **more):
        return free

    return inner


inner = outer()
for fn in (inner, outer, check_dict, collections.namedtuple):
    r = read(fn)
    assert r["code"] is fn.__code__ and r["globals"] is fn.__globals__ and r["qualname"] is fn.__qualname__
    assert (r["defaults"], r["kwdefaults"], r["closure"]) == (fn.__defaults__, fn.__kwdefaults__, fn.__closure__)
    assert r["module"] == fn.__module__
    code = read(fn.__code__)
    names = [name for name in code if name.startswith("co_")]
    assert len(names) == 15
    for name in names:
        assert code[name] == getattr(fn.__code__, name), name
assert read(inner.__closure__[0])["cell"] == [1]
m = Slots().__init__
m = types.MethodType(inner, 5)
assert read(m)["function"] is inner and read(m)["receiver"] == 5
