"""A coroutine driven by hand."""


class Pause:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        got = yield self.value
        return got


async def inner(n):
    return await Pause(n) + 1


async def outer():
    first = await inner(1)
    async with Manager() as name:
        second = await inner(10)
    return first, second, name


class Manager:
    async def __aenter__(self):
        return "managed"

    async def __aexit__(self, *error):
        print("left")


def program():
    c = outer()
    out = [c.send(None), c.send(100)]
    try:
        c.send(1000)
    except StopIteration as stop:
        out.append(stop.value)
    try:
        list(inner(1))
    except TypeError as error:
        out.append(str(error))
    return out
