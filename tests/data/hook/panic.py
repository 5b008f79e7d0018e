"""A panic in the compiler leaves the program running, with one warning."""

import os

os.environ["ALTERNATOR_INJECT_PANIC"] = "compile"

import warnings

from hook_support import engine


def f(x):
    return g(x) + 1


def g(x):
    return x * 2


compiled = engine.CompiledFunction(f, 1)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for i in range(1000):
        assert compiled(i) == 2 * i + 1
assert len(caught) == 1 and caught[0].category is RuntimeWarning, caught
assert "injected by ALTERNATOR_INJECT_PANIC" in str(caught[0].message)
assert engine.state()[:3] == (False, 0, 0)

with warnings.catch_warnings():
    warnings.simplefilter("error")
    assert engine.CompiledFunction(lambda x: x, 1)(3) == 3
