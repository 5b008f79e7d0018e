"""A generator that is compiled itself runs as written, with a reason; under fullgraph it is an error."""

import asyncio

import torch


def numbered(x):
    for number in range(2):
        yield x * number


async def each(x):
    yield x.sin()


async def drained(items):
    return [item async for item in items]


def case(t):
    x = torch.ones(2)
    runs = {numbered: list, each: lambda items: asyncio.run(drained(items))}
    for fn, run in runs.items():
        compiled = t.compile(fn)
        for _ in range(2):
            t.equal(run(compiled(x)), run(fn(x)))
        try:
            t.compile(fn, fullgraph=True)(x)
        except RuntimeError as error:
            text, line = str(error), fn.__code__.co_firstlineno
            assert "the body of a generator or coroutine" in text and f"generators_compiled.py:{line}" in text, text
        else:
            raise AssertionError(f"{fn.__name__} was not captured, and nothing was said")
    assert not t.graphs


# expect captured
# nothing
