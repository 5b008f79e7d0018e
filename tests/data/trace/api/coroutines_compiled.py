"""A coroutine function that is compiled gives coroutines. What one does until it first waits is captured, when it does it."""

import asyncio
import inspect

import torch

length = [1]


async def plain(x, n=2):
    return x * n + 1


async def awaits(x):
    return await plain(x) * await plain(x, n=3)


async def breaks(x):
    x = x * 2
    torch._dynamo.graph_break()
    return x + 1


async def waits(x):
    x = await plain(x)
    await asyncio.sleep(0)
    x = x * 2
    await asyncio.sleep(0.001)
    return x + 1


async def future(x):
    made = asyncio.get_running_loop().create_future()
    made.set_result(3)
    return x * await made


async def raises(x):
    await asyncio.sleep(0)
    raise ValueError("three")


async def late(x):
    return x + len(length)


class Layer:
    weight = 3

    async def forward(self, x, k=2):
        return x * self.weight + k


def run(coroutine):
    try:
        return asyncio.run(coroutine)
    except ValueError as error:
        return str(error)


async def cancelled(function, x, notes):
    async def waiting(x):
        try:
            await asyncio.sleep(10)
        finally:
            notes.append("end")

    task = asyncio.create_task(function(waiting)(x))
    await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        return notes


def case(t):
    x = torch.ones(3)
    for function in (plain, awaits, Layer().forward):
        compiled = t.compile(function, fullgraph=True)
        assert inspect.iscoroutinefunction(compiled) and compiled.__name__ == function.__name__
        for _ in range(2):
            t.equal(run(compiled(x)), run(function(x)))
    assert len(t.graphs) == 3, len(t.graphs)
    for function in (breaks, waits, future, raises):
        compiled = t.compile(function)
        for _ in range(2):
            t.equal(run(compiled(x)), run(function(x)))
    compiled = t.compile(late, fullgraph=True)
    run(compiled(x))
    for function in (late, compiled):
        coroutine = function(x)
        length.append(2)
        t.equal(run(coroutine), x + 2)
        length.pop()
    t.graphs.clear()
    both = t.compile(t.compile(plain))
    t.equal(run(both(x)), run(plain(x)))

    async def calls(x):
        return await both(x) * 2

    t.equal(run(t.compile(calls, fullgraph=True)(x)), run(calls(x)))
    assert len(t.graphs) == 2, len(t.graphs)
    assert asyncio.run(cancelled(t.compile, x, [])) == asyncio.run(cancelled(lambda f: f, x, [])) == ["end"]
