"""A coroutine driven by hand, and one that nobody drives."""

import warnings

from attempts import attempt


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


def never_awaited():
    inner(1)
    return "on"


def warned():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = attempt(never_awaited)
    return result, [str(warning.message) for warning in caught]


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
    return out, warned()


# expect captured
# in pieces
# as written: never_awaited
# as written: resume_in_program
