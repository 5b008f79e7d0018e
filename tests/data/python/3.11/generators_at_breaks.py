"""Generators that wait at a graph break, or are given out waiting: each goes on as if nothing had happened."""

import contextlib
import functools
import inspect
import sys
import traceback

import torch

from attempts import each


def counting(start, log):
    try:
        for number in range(start, start + 9):
            try:
                got = yield number
                if got is not None:
                    log.append(got)
            except KeyError as error:
                yield error.args
    finally:
        log.append("closed")
    return "never"


def delegating(log):
    result = yield from counting(5, log)
    log.append(result)


def sends_and_throws(log):
    waiting = counting(0, log)
    taken = [next(waiting), next(waiting)]
    torch._dynamo.graph_break()
    taken += [waiting.send("sent"), waiting.throw(KeyError("thrown")), next(waiting)]
    waiting.close()
    return taken, next(waiting, "end")


def thrown_through_delegation(log):
    waiting = delegating(log)
    taken = [next(waiting)]
    torch._dynamo.graph_break()
    taken += [waiting.gi_yieldfrom is not None, waiting.throw(KeyError("thrown")), *waiting]
    return taken


def shared(log):
    inner = counting(1, log)
    outer = (value * 10 for value in inner)
    taken = [next(inner), next(outer)]
    pair = (inner, inner)
    torch._dynamo.graph_break()
    return taken, pair[0] is pair[1], next(inner), next(outer), next(pair[1])


def one_that_both_delegate_to(log):
    inner = counting(1, log)

    def outer():
        yield from inner

    first = outer()
    taken = [next(first)]
    torch._dynamo.graph_break()
    return taken, first.gi_yieldfrom is inner, next(inner), next(first)


def frame_and_names(log):
    waiting = counting(0, log)
    next(waiting)
    torch._dynamo.graph_break()
    line = waiting.gi_frame.f_lineno - counting.__code__.co_firstlineno
    local = {key: value for key, value in inspect.getgeneratorlocals(waiting).items() if key != "log"}
    try:
        waiting.throw(ZeroDivisionError("thrown"))
    except ZeroDivisionError as error:
        lines = [(entry.name, entry.lineno) for entry in traceback.extract_tb(error.__traceback__)]
    return line, local, lines[-1], waiting.__name__, waiting.__qualname__, waiting.gi_code.co_name


def other_names(log):
    def usual():
        pass

    @functools.wraps(usual)
    def wrapping():
        yield 1
        yield 2

    waiting, early, ended = wrapping(), wrapping(), wrapping()
    names = waiting.__name__, waiting.__qualname__
    next(waiting)
    list(ended)
    torch._dynamo.graph_break()
    return [(g.__name__, g.__qualname__, inspect.getgeneratorstate(g), list(g)) for g in (waiting, early, ended)], names


def cells(log):
    count = 0

    def steps():
        nonlocal count
        own = 10

        def step():
            nonlocal own
            own += 1
            return own

        while True:
            count += 1
            yield step
            yield own

    waiting = steps()
    step = next(waiting)
    step()
    torch._dynamo.graph_break()
    step()
    return next(waiting), count, step(), next(waiting) is step, next(waiting), count


class Base:
    def value(self):
        return 3


class Derived(Base):
    def through_super(self):
        yield 1
        yield super().value()

    def with_first_captured(self):
        def again():
            return self

        yield 2
        yield super().value(), again() is self


def supers(log):
    derived = Derived()
    waiting = derived.through_super(), derived.with_first_captured()
    taken = [next(one) for one in waiting]
    torch._dynamo.graph_break()
    return taken, [list(one) for one in waiting]


def values_on_the_stack(log):
    def triples():
        for number in range(3):
            log.append((number * 2, (yield number), len(log)))

    waiting = triples()
    next(waiting)
    waiting.send("a")
    torch._dynamo.graph_break()
    return waiting.send("b"), waiting.send("c") if len(log) < 2 else list(waiting)


def while_an_exception_is_handled(log):
    def handling():
        try:
            raise ValueError("first")
        except ValueError:
            yield repr(sys.exception())
            log.append(repr(sys.exception()))
            try:
                raise
            except ValueError as error:
                yield repr(error), repr(error.__context__)
        yield repr(sys.exception())

    try:
        raise KeyError("outside")
    except KeyError:
        waiting = handling()
        taken = [next(waiting), repr(sys.exception())]
    taken += [next(waiting), repr(sys.exception())]
    torch._dynamo.graph_break()
    return taken, next(waiting), repr(sys.exception())


def left_waiting(log):
    def inside():
        waiting = counting(0, log)
        next(waiting)
        torch._dynamo.graph_break()
        log.append("before the end")

    inside()
    return list(log)


def parameters_of_all_kinds(log):
    def taking(a, /, b=2, *rest, c=3, **more):
        yield a
        yield b, rest, c, more
        yield from rest

    waiting = taking(1, 4, 5, 6, c=7, d=8)
    next(waiting)
    torch._dynamo.graph_break()
    return list(waiting)


class Answering:
    def __init__(self, question):
        self.question = question

    def __await__(self):
        answer = yield self.question
        return answer * 2


async def asking(log):
    log.append(await Answering("how much?"))
    return "asked"


def coroutines(log):
    waiting = asking(log)
    taken = [waiting.send(None)]
    torch._dynamo.graph_break()
    try:
        waiting.send(21)
    except StopIteration as stop:
        taken.append(stop.value)
    return taken


@contextlib.contextmanager
def entered(log, name):
    log.append(("in", name))
    try:
        yield name
    except ValueError as error:
        log.append(("caught", str(error)))
    finally:
        log.append(("out", name))


def context_managers(log):
    with entered(log, "a") as a, entered(log, "b") as b:
        torch._dynamo.graph_break()
        log.append(a + b)
    with contextlib.ExitStack() as stack:
        stack.enter_context(entered(log, "c"))
        torch._dynamo.graph_break()
        raise ValueError("inside")
    kept = entered(log, "d")
    with kept:
        pass
    return inspect.getgeneratorstate(kept.gen)


def given_out(log):
    waiting = counting(3, log)
    next(waiting)
    return waiting, [waiting]


def logged(function):
    log = []
    result = function(log)
    if function is given_out:
        result = result[0] is result[1][0], next(result[0]), list(result[0])
    return result, log


def program():
    return each(logged, [
        sends_and_throws, thrown_through_delegation, shared, one_that_both_delegate_to, frame_and_names, other_names,
        cells, supers, values_on_the_stack, while_an_exception_is_handled, left_waiting, parameters_of_all_kinds,
        coroutines, context_managers, given_out,
    ])


# expect captured
# in pieces
