"""A million cached calls leave memory and reference counts where they were."""

import sys

from hook_support import engine, resident, settle


def original(a, b=1, *rest, c, **more):
    return a


def replacement(a, b=1, *rest, c, **more):
    x = a
    y = (x, b, rest, c, more)
    z = len(y)
    return z


def main():
    engine.replace(original.__code__, replacement.__code__)
    compiled = engine.CompiledFunction(original, 1)
    value = object()
    watched = [value, original, original.__code__, replacement.__code__, compiled, main]

    def run(count):
        for _ in range(count):
            compiled(value, value, 3, c=value, d=value)

    run(1000)
    settle()
    counts, memory = [sys.getrefcount(x) for x in watched], resident()
    run(1_000_000)
    settle()
    assert [sys.getrefcount(x) for x in watched] == counts
    assert resident() - memory < 1 << 20, resident() - memory
    assert compiled(value, c=2) == 5
    assert engine.state()[:3] == (False, 0, 0), engine.state()


main()
