"""Coroutines that the trace makes and runs, which await others."""

import torch


class Ready:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        got = yield self.value
        return got


class Broken:
    def __init__(self, given):
        self.given = given

    def __await__(self):
        return self.given


async def doubled(x):
    return x * 2


async def added(x, n):
    for _ in range(n):
        x = await doubled(x) + 1
    return x


async def refused(x):
    try:
        await fails()
    except ValueError as error:
        x = x + len(str(error))
    other = doubled(x)
    for wrong in (3, Broken(3), Broken(other)):
        try:
            await wrong
        except TypeError as error:
            x = x + len(str(error))
    x = x + run(other)
    return x


async def fails():
    raise ValueError("four")


async def waits(x):
    return await Ready(x + 1) * 2


def run(coroutine):
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("it waits")


def fn(x):
    return run(added(x, 2)), run(refused(x))


def sent(x):
    coroutine = waits(x)
    y = coroutine.send(None)
    try:
        coroutine.send(y * 3)
    except StopIteration as end:
        return y, end.value


def case(t):
    x = torch.ones(3)
    for function in (fn, sent):
        t.equal(t.compile(function, backend="eager", fullgraph=True)(x), function(x))
