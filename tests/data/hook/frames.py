"""Replaced frames keep Python's behaviour: exceptions, tracebacks, recursion, generators, cells, tracing."""

import sys
import traceback

from hook_support import engine


def compiled_as(fn, new, context=1, **more):
    engine.replace(fn.__code__, new.__code__, context, **more)
    return engine.CompiledFunction(fn, context)


# ---- exceptions pass through, with the frame in the traceback
def quiet(x):
    return x


def loud(x):
    local = [x]
    raise ValueError(local)


raises = compiled_as(quiet, loud)
for _ in range(200_000):
    try:
        raises(5)
    except ValueError as error:
        pass
try:
    raises(7)
except ValueError as error:
    frames = traceback.extract_tb(error.__traceback__)
    assert [f.name for f in frames] == ["<module>", "loud"], frames
    assert error.__traceback__.tb_next.tb_frame.f_locals == {"x": 7, "local": [7]}
else:
    raise AssertionError("no exception")
assert engine.state()[:3] == (False, 0, 0)


# ---- recursion, through the compiled callable and through the hook
def down(n):
    return 0


def down_new(n):
    a = b = c = d = n
    if n == 0:
        return 0
    return 1 + down(n - 1)


recursive = compiled_as(down, down_new)
sys.setrecursionlimit(5000)
assert recursive(900) == 900
assert down(3) == 0


# ---- deep recursion where the replacement needs a much larger frame: the data stack's chunks run out
def deep(n, *rest, key=None, **more):
    return 0


def deep_new(n, *rest, key=None, **more):
    flattened.add(not sys._getframe().f_code.co_flags & 4)
    if n == 0:
        return rest, key, more
    return deep(n - 1, *rest, key=key, **more)


flattened = set()
large = deep_new.__code__.replace(co_stacksize=500)
engine.replace(deep.__code__, large)
deepest = engine.CompiledFunction(deep, 1)
for depth in range(0, 700, 7):
    assert deepest(depth, 1, 2, key=3, other=4) == ((1, 2), 3, {"other": 4}), depth
assert flattened == {True, False}, "both ways were taken"
count = sys.getrefcount(large), sys.getrefcount(deep)
for _ in range(20):
    deepest(700, 1, 2, key=3, other=4)
assert count == (sys.getrefcount(large), sys.getrefcount(deep))


# ---- infinite recursion ends in RecursionError, and the region with it
def endless(n):
    return n


def endless_new(n):
    return endless(n + 1)


try:
    compiled_as(endless, endless_new)(0)
except RecursionError:
    pass
else:
    raise AssertionError("no RecursionError")
assert engine.state()[:3] == (False, 0, 0)


# ---- cells and free variables
def maker():
    free = 10

    def inner(x):
        return free

    def inner_new(x):
        def add(y):
            nonlocal x
            x += y
            return x + free

        extra = add(1)
        return extra, x

    return inner, inner_new


inner, inner_new = maker()
assert compiled_as(inner, inner_new)(5) == (16, 6)


# ---- generators are left alone; what they call is not
def callee(x):
    return x


def callee_new(x):
    return -x


def generate(n):
    for i in range(n):
        yield callee(i)


engine.replace(callee.__code__, callee_new.__code__)
generating = engine.CompiledFunction(lambda n: list(generate(n)), 1)
assert generating(4) == [0, -1, -2, -3]
lazily = engine.CompiledFunction(generate, 1)(3)
assert next(lazily) == 0 and next(lazily) == 1, "resumed outside of the region"


# ---- class bodies and exec see their own locals
def with_class(x):
    class Local:
        value = callee(x)

    space = {"callee": callee}
    exec("result = callee(3)", space)
    return Local.value, space["result"]


assert engine.CompiledFunction(with_class, 1)(2) == (-2, -3)


# ---- tracing and profiling see the code that runs
events = []


def tracer(frame, event, argument):
    if frame.f_code.co_name in ("quiet2", "quiet2_new"):
        events.append((frame.f_code.co_name, event))
    return tracer


def quiet2(x):
    return x


def quiet2_new(x):
    y = x
    return y


traced = compiled_as(quiet2, quiet2_new)
sys.settrace(tracer)
traced(1)
sys.settrace(None)
assert events == [("quiet2_new", e) for e in ("call", "line", "line", "return")], events
events.clear()
sys.setprofile(tracer)
traced(1)
sys.setprofile(None)
assert events == [("quiet2_new", "call"), ("quiet2_new", "return")], events


# ---- a frame object that outlives the call
def keep(x):
    return x


def keep_new(x):
    a = [x]
    return sys._getframe()


frame = compiled_as(keep, keep_new)("kept")
assert frame.f_locals == {"x": "kept", "a": ["kept"]} and frame.f_code.co_name == "keep_new"
assert frame.f_back is None or frame.f_back.f_code.co_name == "<module>"


# ---- the same arguments are demanded
try:
    engine.replace(keep.__code__, maker.__code__)
except RuntimeError as error:
    assert "other arguments" in str(error)
else:
    raise AssertionError("accepted")

# ---- the code object goes, and its cache with it
before = engine.state()[3]
for _ in range(1000):
    space = {}
    exec("def f(x): return x\ndef g(x): return x, 1", space)
    assert compiled_as(space["f"], space["g"], 1)(1) == (1, 1)
    space.clear()
import gc

gc.collect()
assert engine.state()[3] == before, engine.state()
