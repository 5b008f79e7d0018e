"""`async for` and `async with` in coroutines that the trace makes and runs."""

import types

import torch


class Numbers:
    def __init__(self, count):
        self.count = count

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.count == 0:
            raise StopAsyncIteration
        self.count -= 1
        return self.count


class Waiting(Numbers):
    async def __anext__(self):
        await turn(self.count)
        return await super().__anext__()


class Noted:
    def __init__(self, notes, hides=False):
        self.notes, self.hides = notes, hides

    async def __aenter__(self):
        self.notes.append("in")
        return len(self.notes)

    async def __aexit__(self, kind, error, traceback):
        self.notes.append(kind and kind.__name__)
        return self.hides


class Broken:
    def __aiter__(self):
        return self

    def __anext__(self):
        return 3


class Half:
    async def __aenter__(self):
        return self


class NoIterator:
    def __aiter__(self):
        return 3


@types.coroutine
def turn(value):
    yield value


def run(coroutine):
    turns = []
    try:
        while True:
            turns.append(coroutine.send(None))
    except StopIteration as stop:
        return stop.value, turns


async def iterates(x):
    async for number in Numbers(3):
        x = x + number
    else:
        x = x * 2
    async for number in Waiting(3):
        if number == 1:
            break
        x = x + number
    return x, [n async for n in Numbers(2)], {n: n async for n in Waiting(2) if n}


async def by_hand(x):
    numbers = aiter(Numbers(2))
    x = x + await anext(numbers)
    try:
        await anext(numbers)
        await anext(numbers)
    except StopAsyncIteration:
        return x * 3


async def raises(x):
    try:
        async for number in Waiting(3):
            if number == 1:
                raise KeyError(number)
            x = x + number
    except KeyError as error:
        return x * 2, str(error)


async def enters(x):
    notes = []
    async with Noted(notes) as first, Noted(notes) as second:
        x = x * first + second
    async with Noted(notes, hides=True):
        raise ValueError
    try:
        async with Noted(notes):
            raise ValueError
    except ValueError:
        x = x + 1
    return x, notes


async def refuses(x):
    async def over(iterable):
        async for _ in iterable:
            pass

    async def within(manager):
        async with manager:
            pass

    texts = []
    for coroutine in (over(3), over(Broken()), over(NoIterator()), within(3), within(Half())):
        try:
            await coroutine
        except TypeError as error:
            texts.append((str(error), str(error.__cause__)))
    for function in (aiter, anext):
        try:
            function(3)
        except TypeError as error:
            texts.append(str(error))
    return x + 1, texts


async def ends(x):
    notes = []

    async def waits():
        try:
            await turn(5)
        except ValueError as error:
            notes.append(str(error))
            await turn(6)
        finally:
            notes.append("end")

    first, second, third = waits(), waits(), waits()
    notes.append(first.send(None))
    first.close()
    notes.append(second.send(None))
    notes.append(second.throw(ValueError("thrown")))
    second.close()
    third.close()
    for ended in (first, third):
        try:
            ended.send(None)
        except RuntimeError as error:
            notes.append(str(error))
    return x + 1, notes


def case(t):
    x = torch.ones(3)
    for function in (iterates, by_hand, raises, enters, refuses, ends):

        def program(x):
            return run(function(x))

        t.equal(t.compile(program, fullgraph=True)(x), program(x))
