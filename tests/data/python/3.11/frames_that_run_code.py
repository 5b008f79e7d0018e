"""Code that is run by name, class bodies, and asynchronous code: left to CPython, and right."""

import contextlib
import inspect
import sys

from attempts import attempt


def evaluated(x):
    y = x + 1
    return eval("x + y"), eval("[x for _ in range(2)]", {"x": 5}), eval(compile("y * 2", "<made>", "eval"))


def with_other_builtins():
    """The engine's own imports ask nobody for `__import__`."""

    def length():
        return len([1, 2, 3])

    return eval("length()", {"length": length, "__builtins__": {"len": lambda _: 7}}), eval("length()", {"length": length})


def executed(x):
    names = {"x": x}
    exec("y = x + 1\ndef twice(n): return 2 * n", names)
    return names["y"], names["twice"](4), attempt(eval, "1 +"), attempt(exec, "raise KeyError('in')")


def local_names(x):
    y = [x]
    found = sorted(locals())
    locals()["y"]
    return found, locals()["x"], y


def frames(x):
    frame, same = inspect.currentframe(), sys._getframe()
    return frame.f_code.co_name, frame.f_locals["x"], same is frame, sys._getframe(0).f_lineno > 0


def class_bodies(x):
    kind = "local"

    class Body:
        kind = kind
        number = x
        doubled = number * 2
        names = [name for name in ("a", "b")]
        for step in range(2):
            number += step
        del step

        def read(self):
            return kind, self.kind, __class__.__name__

        class Inner:
            depth = 2

    return Body.kind, Body.number, Body.doubled, Body.names, Body().read(), Body.Inner.depth, hasattr(Body, "step"), Body.Inner.__qualname__


class Manager:
    def __init__(self, seen, answer=False):
        self.seen, self.answer = seen, answer

    async def __aenter__(self):
        self.seen.append("in")
        return self

    async def __aexit__(self, kind, error, traceback):
        self.seen.append(("out", str(error)))
        return self.answer


class Counts:
    def __init__(self, end):
        self.at, self.end = 0, end

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.at == self.end:
            raise StopAsyncIteration
        self.at += 1
        return self.at


async def numbers(end):
    for number in range(end):
        yield number


async def work():
    seen = []
    async with Manager(seen) as manager:
        seen.append(manager is not None)
    async with Manager(seen, True):
        raise KeyError("kept in")
    async for number in Counts(3):
        seen.append(number)
    else:
        seen.append("ended")
    seen += [number async for number in numbers(3) if number]
    seen.append({number: await later(number) async for number in Counts(2)})
    try:
        async for number in numbers(5):
            if number == 2:
                break
        await Nap()
        await fails()
    except ValueError as error:
        seen.append(str(error))
    return seen


class Nap:
    def __await__(self):
        yield "nap"


def driven(coroutine):
    """What a coroutine returns, and how often it waited."""
    waits = 0
    while True:
        try:
            coroutine.send(None)
            waits += 1
        except StopIteration as stop:
            return stop.value, waits


async def later(value):
    await Nap()
    return value * 2


async def fails():
    raise ValueError("awaited")


async def refused():
    try:
        await 3
    except TypeError as error:
        return str(error)


async def not_iterated():
    try:
        async for _ in [1]:
            pass
    except TypeError as error:
        return str(error)


async def not_entered():
    try:
        async with 3:
            pass
    except TypeError as error:
        return str(error)


def asynchronous():
    return driven(work()), driven(refused()), driven(not_iterated()), driven(not_entered())


def stepped():
    """A coroutine that is driven by hand."""
    made = later(4)
    found = [made.send(None), attempt(made.send, None)]
    made = later(1)
    made.close()
    return found, attempt(made.send, None)


def suppressed():
    seen = []
    with contextlib.suppress(KeyError), contextlib.ExitStack() as stack:
        stack.callback(seen.append, "left")
        {}["missing"]
    return seen


def parts_of_frames(x):
    def locals_of():
        y = x + 1
        return sys._getframe().f_locals["y"]

    def caller():
        return sys._getframe().f_back.f_code.co_name

    def place():
        return sys._getframe().f_lasti >= 0

    return locals_of(), caller(), place()


def program():
    return (
        evaluated(1), executed(2), local_names(3), frames(4), parts_of_frames(5), class_bodies(5), asynchronous(), stepped(), suppressed(), with_other_builtins(),
    )  # fmt: skip


# expect captured
# in pieces
# as written: evaluated
# as written: executed
# as written: frames
# as written: local_names
# as written: parts_of_frames.<locals>.caller
# as written: parts_of_frames.<locals>.locals_of
# as written: parts_of_frames.<locals>.place
