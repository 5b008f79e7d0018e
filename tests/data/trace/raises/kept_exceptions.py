"""Exceptions that the trace raises and the program keeps have the tracebacks, causes and contexts of plain Python."""

import contextlib
import sys
import traceback

import torch


def deep(n):
    if n == 0:
        raise ValueError("deep")
    deep(n - 1)


def caught(x):
    try:
        deep(2)
    except ValueError as error:
        return x + 1, error


def with_cause(x):
    try:
        try:
            raise ValueError("first")
        except ValueError as error:
            first = error
            raise KeyError("second") from error
    except KeyError as error:
        return x + 1, error, first


def from_a_generator(x):
    def items():
        yield 1
        raise ValueError(3)

    try:
        for item in items():
            x = x + item
    except ValueError as error:
        return x, error


@contextlib.contextmanager
def noted():
    try:
        yield
    except KeyError as error:
        error.add_note("noted")
        raise


def through_a_context(x):
    x = x * 2
    try:
        with noted():
            {}["missing"]
    except KeyError as error:
        return x, error


def raised_twice(x):
    error = ValueError("again")
    for _ in range(2):
        try:
            raise error
        except ValueError:
            pass
    return x + 1, error


def raised_by_c_code(x):
    found = []
    for function, argument in ((int, "z"), (max, []), (next, iter([])), (sorted, [1, "a"]), (len, 3)):
        try:
            function(argument)
        except Exception as error:
            found.append(error)
    try:
        x.nothing
    except AttributeError as error:
        found.append(error)
    try:
        list(map(lambda item: 1 // item, [1, 0]))
    except ZeroDivisionError as error:
        found.append(error)
    return x + 1, *found


class Failure(Exception):
    def __init__(self, reason, where=None):
        super().__init__(reason)
        self.where = where


def from_a_closure(x):
    reason = "closed over"

    def fails():
        raise Failure(reason, where=3)

    try:
        fails()
    except Failure as error:
        return x + 1, error


def thrown(x):
    def waits():
        try:
            yield 1
        except ValueError as error:
            yield error

    waiting = waits()
    next(waiting)
    return x + 1, waiting.throw(ValueError("thrown"))


def while_another_is_handled(x):
    try:
        try:
            1 // 0
        except ZeroDivisionError:
            deep(0)
    except ValueError as error:
        return x + 1, error, error.__context__


def without_its_traceback(x):
    try:
        deep(0)
    except ValueError as error:
        return x + 1, error.with_traceback(None)


def kept_by_sys(x):
    try:
        raise ValueError("asked for")
    except ValueError:
        kind, error, trace = sys.exc_info()
    assert trace is error.__traceback__ and trace.tb_next is None
    return x + trace.tb_lineno, error


def through_a_module(x):
    module = torch.nn.Identity()
    module.forward = deep
    try:
        module(1)
    except ValueError as error:
        return x + 1, error


def told(function, x):
    result, *errors = function(x)
    told = [result.tolist()]
    for error in errors:
        told += traceback.format_exception(error)
        frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
        told.append([frame.f_code.co_qualname for frame in frames])
        assert all(frame.f_globals["__name__"] and frame.f_locals is not None for frame in frames)
        told.append([len(set(frames)), vars(error).get("where"), getattr(error, "name", 0), getattr(error, "value", 0)])
    return told


def case(t):
    x = torch.ones(3)
    whole = (
        caught, with_cause, from_a_generator, through_a_context, raised_twice, raised_by_c_code, from_a_closure, thrown,
        while_another_is_handled, without_its_traceback, kept_by_sys,
    )  # fmt: skip
    for function in whole:
        t.equal(told(t.compile(function, backend="eager", fullgraph=True), x), told(function, x))
    # Of the frames of a module's call the trace knows nothing, so the running program raises.
    t.equal(told(t.compile(through_a_module, backend="eager"), x), told(through_a_module, x))
    # What the caller handles is the context of what is raised here.
    compiled = t.compile(caught, backend="eager")
    for function in (caught, compiled):
        try:
            raise KeyError("of the caller")
        except KeyError as handled:
            assert function(x)[1].__context__ is handled
