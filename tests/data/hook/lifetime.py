"""Entries die with what they follow, with their context, on reset; cycles through them are collected."""

import gc
import weakref

from hook_support import engine, settle


class Thing:
    pass


def fresh():
    space = {}
    exec("def f(x): return x\ndef g(x): return x, 1", space)
    return space.pop("f"), space.pop("g")


def entries():
    return engine.state()[4]


# ---- an entry ends with an object that it follows
f, g = fresh()
thing = Thing()
engine.replace(f.__code__, g.__code__, 1, followed=thing)
compiled = engine.CompiledFunction(f, 1)
assert compiled(1) == (1, 1)
reference = weakref.ref(thing)
del thing
assert reference() is None and compiled(1) == 1 and engine.cache_entries(f.__code__) == []

# ---- what allows no weak reference is kept
engine.replace(f.__code__, g.__code__, 1, followed=(1, 2))
assert compiled(1) == (1, 1)

# ---- reset drops everything, here while the code runs
kept = Thing()
reference = weakref.ref(kept)
engine.replace(f.__code__, g.__code__, 1, kept=kept)
del kept
assert reference() is not None
engine.reset()
assert reference() is None and compiled(1) == 1 and entries() == 0


def resets(x):
    return x


def resets_new(x):
    engine.reset()
    return x, 2


engine.replace(resets.__code__, resets_new.__code__, 1)
again = engine.CompiledFunction(resets, 1)
assert again(1) == (1, 2) and again(1) == 1

# ---- the last callable of a context takes its entries along
f, g = fresh()
compiled = engine.CompiledFunction(f, 77)
kept = Thing()
reference = weakref.ref(kept)
engine.replace(f.__code__, g.__code__, 77, kept=kept)
del kept
assert compiled(1) == (1, 1) and reference() is not None
del compiled
assert reference() is None and engine.cache_entries(f.__code__) == []

# ---- even in a cycle: entry -> kept -> callable -> owner of the entry
f, g = fresh()
cycle = Thing()
cycle.compiled = engine.CompiledFunction(f, 78)
engine.replace(f.__code__, g.__code__, 78, kept=cycle)
assert cycle.compiled(1) == (1, 1)
reference = weakref.ref(cycle)
del cycle
assert reference() is not None
settle()
assert reference() is None and engine.cache_entries(f.__code__) == []

# ---- a context is dropped by name
f, g = fresh()
engine.replace(f.__code__, g.__code__, 79)
assert engine.cache_entries(f.__code__) == [79]
engine.drop_context(79)
assert engine.cache_entries(f.__code__) == []

# ---- most recently used first
f, g = fresh()
_, h = fresh()
_, i = fresh()
compiled = engine.CompiledFunction(f, 1)
for code, cls in ((g, int), (h, str), (i, list)):
    engine.replace(f.__code__, code.__code__, 1, when=(0, cls))
assert compiled(1.5) == 1.5
for value in (1, "a", [1]):
    for _ in range(3):
        assert compiled(value) == (value, 1)

# ---- destructors that call back
class Calls:
    def __del__(self):
        compiled(1)
        engine.reset()


f, g = fresh()
engine.replace(f.__code__, g.__code__, 1, kept=Calls())
engine.reset()
gc.collect()
assert entries() == 0
