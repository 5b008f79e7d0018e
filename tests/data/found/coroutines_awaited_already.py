"""A coroutine that waits may not be awaited by another one, made by the trace or outside (CPython's test_coroutines)."""

import types

import torch


@types.coroutine
def pause():
    yield "paused"


async def inner():
    await pause()


async def outer(awaited):
    await awaited


def told(awaited):
    try:
        return outer(awaited).send(None)
    except RuntimeError as error:
        return str(error)


def fn(x, given):
    made = inner()
    first = made.send(None)
    return x + 1, first, told(made), told(inner()), told(given)


def calls():
    for _ in range(2):
        given = inner()
        given.send(None)
        yield torch.ones(2), given
