"""Regions nest, end with exceptions, and belong to one thread; the interpreter gets its evaluator back."""

import threading

from hook_support import engine


def plain(x):
    return x


def first(x):
    return "first", x


def second(x):
    return "second", x


engine.replace(plain.__code__, first.__code__, 1)
engine.replace(plain.__code__, second.__code__, 2)
in_one = engine.CompiledFunction(plain, 1)
in_two = engine.CompiledFunction(plain, 2)
assert in_one(0) == ("first", 0) and in_two(0) == ("second", 0) and plain(0) == 0


def nest(x):
    return plain(x), in_two(x), plain(x), engine.Disabled(plain)(x), plain(x)


expected = ("first", 1), ("second", 1), ("first", 1), 1, ("first", 1)
assert engine.CompiledFunction(nest, 1)(1) == expected

# ---- as a block: the frame that contains it is not taken, what it calls is
token = engine.enter(1)
assert plain(1) == ("first", 1) and engine.state()[:3] == (True, 1, 1)
inner = engine.enter(2)
assert plain(1) == ("second", 1)
engine.leave(inner)
assert plain(1) == ("first", 1)
engine.leave(token)
assert plain(1) == 1 and engine.state()[:3] == (False, 0, 0)


def fails(x):
    assert engine.state()[:3] == (True, 1, 1)
    raise KeyError(x)


for _ in range(3):
    try:
        engine.CompiledFunction(fails, 1)(1)
    except KeyError:
        pass
assert engine.state()[:3] == (False, 0, 0)

# ---- threads: a region belongs to its own
wrong = []


def outside():
    for _ in range(20_000):
        if plain(1) != 1:
            wrong.append("outside")


def inside(compiled, result):
    for _ in range(20_000):
        if compiled(1) != result:
            wrong.append(result)


threads = [threading.Thread(target=outside) for _ in range(3)]
threads += [threading.Thread(target=inside, args=(in_one, ("first", 1))) for _ in range(3)]
threads += [threading.Thread(target=inside, args=(in_two, ("second", 1))) for _ in range(3)]
[t.start() for t in threads]
[t.join() for t in threads]
assert not wrong, wrong[:3]
assert engine.state()[:3] == (False, 0, 0)


# ---- binding, and what a callable shows of its function
class Thing:
    @staticmethod
    def make():
        return Thing()

    def method(self, x=3):
        "What it does."
        return self, x

    compiled = engine.CompiledFunction(method, 1)


thing = Thing()
assert thing.compiled(4) == (thing, 4) and thing.compiled() == (thing, 3)
bound = thing.compiled
assert bound.__self__ is thing and bound(5) == (thing, 5)
assert isinstance(Thing.compiled, engine.CompiledFunction) and Thing.compiled(thing) == (thing, 3)
assert Thing.compiled.__wrapped__ is Thing.method and Thing.compiled.__doc__ == "What it does."
assert Thing.compiled.__qualname__ == "Thing.method" and Thing.compiled.__module__ == __name__

import copy
import inspect
import pickle
import weakref

assert str(inspect.signature(Thing.compiled)) == "(self, x=3)"
assert copy.deepcopy(in_one) is in_one and weakref.ref(in_one)() is in_one
in_one.mark = 1
assert in_one.__dict__["mark"] == 1
assert repr(engine.Disabled(plain, "graph_1")).startswith("<Disabled graph_1 at")
for bad in [(), (1, 2), (plain,), (plain, 1, None, 4), (plain, 1, None, None, 5)]:
    try:
        engine.CompiledFunction(*bad)
    except TypeError:
        continue
    raise AssertionError(bad)
