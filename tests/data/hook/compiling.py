"""What becomes of a frame that no entry serves: every outcome, limits, stances, filters, history."""

import threading
import warnings

from hook_support import engine

asked = []
answer = ["skip"]


def compiler(code, function, variables, context, failures, compiled_before, history):
    asked.append((code.co_name, variables, context, failures, compiled_before, list(history)))
    history.append(compiled_before)
    helper(1)  # the hook is off: this asks for no compilation
    assert engine.state()[2] == 0
    chosen = answer[0]
    if isinstance(chosen, Exception):
        raise chosen
    return chosen(code) if callable(chosen) else chosen


def helper(x):
    return x


engine.set_test_compiler(compiler)


def fresh(name="f"):
    space = {"helper": helper}
    exec(f"def {name}(x): return helper(x)", space)
    return space[name]


def names():
    result = [name for name, *_ in asked]
    asked.clear()
    return result


# ---- skip: once, and for ever; nested frames are asked for too
f = fresh()
compiled = engine.CompiledFunction(f, 1)
assert compiled(1) == 1 and names() == ["f", "helper"]
assert compiled(1) == 1 and names() == ["f", "helper"]
answer[0] = "never"
compiled(1), compiled(1)
assert names() == ["f", "helper"]
engine.reset()
answer[0] = "tree"
compiled(1), compiled(1)
assert names() == ["f"]
engine.reset()

# ---- an exception of the compiler's becomes the call's
answer[0] = LookupError("no")
for _ in range(3):
    try:
        compiled(1)
    except LookupError:
        continue
    raise AssertionError("no exception")
assert engine.state()[:3] == (False, 0, 0)
engine.reset()
asked.clear()

# ---- compiled: guarded by the class of the argument; failures and counts are told
def constant(x):
    return "compiled"


engine.skip_code(helper.__code__)
answer[0] = lambda code: (constant.__code__, 0)
f = fresh()
compiled = engine.CompiledFunction(f, 1)
assert [compiled(v) for v in (1, 2, "a", 3, "b")] == ["compiled"] * 5
assert [(a[3], a[4], a[5]) for a in asked] == [([], 0, []), (["0/0: type of argument 0 changed: expected int, found str"], 1, [0])], asked
asked.clear()

# ---- the limit: one warning, entries still serve
engine.set_limit(3)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for value in (1.5, [], {}, (), [], 1.5, 1):
        result = compiled(value)
        assert result == ("compiled" if type(value) in (int, str, float) else value), value
assert len(caught) == 1 and "compiled 3 times" in str(caught[0].message), [str(c.message) for c in caught]
engine.set_limit(8)
engine.set_limit(1, 9)
limited = engine.CompiledFunction(fresh(), 9)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert limited(1) == "compiled" and limited("a") == "a"
assert len(caught) == 1
asked.clear()

# ---- stances
f = fresh()
compiled = engine.CompiledFunction(f, 1)
assert engine.set_stance("force_eager", False) == ("default", False)
assert compiled(1) == 1 and names() == []
engine.set_stance("eager_on_recompile")
assert compiled(1) == 1 and names() == []
engine.set_stance("eager_then_compile")
assert compiled(1) == 1 and names() == []
assert compiled(1) == "compiled" and names() == ["f"]
engine.set_stance("fail_on_recompile")
assert compiled(1) == "compiled"
try:
    compiled("a")
except RuntimeError as error:
    assert "type of argument 0 changed: expected int, found str" in str(error) and "fail_on_recompile" in str(error)
else:
    raise AssertionError("no exception")
engine.set_stance("default", True)
assert compiled("a") == "compiled" and names() == [], "a lone entry is trusted"
assert engine.set_stance("default", False) == ("default", True)
try:
    engine.set_stance("nonsense")
except RuntimeError:
    pass
else:
    raise AssertionError("accepted")
engine.reset()

# ---- files are filtered
answer[0] = "skip"
space = {}
exec(compile("def f(x): return x\ndef g(x): return f(x)", "left_alone.py", "exec"), space)
engine.CompiledFunction(space["g"], 1)(1)
assert names() == ["g"], "what the user compiles is asked about wherever it stands, what that calls is not"
engine.CompiledFunction(lambda x: space["g"](x), 1)(1)
assert names() == ["<lambda>"], "nor is the user's own function, where other code calls it"


# ---- and so are frames below the user's call that are not worth it
class Dull:
    pass


def outside(x):
    return inside(x), inside(1)


def inside(x):
    return x


engine.reset()
engine.CompiledFunction(outside, 1)(Dull())
assert names() == ["outside", "inside"], "the frame of inside(1) alone is worth it"


# ---- many threads ask at once: one compiles, the others run plainly
def slow(x):
    return x


def slow_new(x):
    return x


import time

engine.reset()


def slowly(code):
    time.sleep(0.05)
    return slow_new.__code__


answer[0] = slowly
compiled = engine.CompiledFunction(slow, 1)
threads = [threading.Thread(target=compiled, args=(i,)) for i in range(8)]
[t.start() for t in threads]
[t.join() for t in threads]
assert names() == ["slow"] and engine.cache_entries(slow.__code__) == [1]


# ---- code that does not fit is refused as the call's exception
answer[0] = lambda code: (lambda: 0).__code__
try:
    engine.CompiledFunction(fresh(), 1)(1)
except RuntimeError as error:
    assert "other arguments" in str(error)
else:
    raise AssertionError("no exception")
