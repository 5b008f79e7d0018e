"""Variables that have no value, before and behind graph breaks: whose variable it is decides on the error and its text."""

import sys

import torch

from attempts import attempt


def pause():
    torch._dynamo.graph_break()


def bound_on_condition(bind):
    if bind:
        value = 1
    pause()
    return value


def captured_on_condition(bind):
    if bind:
        value = 1

    def inner():
        return value

    pause()
    return value, inner()


def read_by_inner(bind):
    if bind:
        value = 1

    def inner():
        pause()
        return value

    pause()
    return inner()


def deleted(bind):
    value = 1
    pause()
    if not bind:
        del value
    return value


def captured_and_deleted(bind):
    value = 1

    def inner():
        return value

    pause()
    del value
    pause()
    return value if bind else inner()


def parameter_deleted(bind):
    def inner():
        return bind

    kept = bind
    pause()
    del bind
    pause()
    if kept:
        return inner()
    del bind


def deleted_by_inner(bind):
    value = 1

    def inner():
        nonlocal value
        pause()
        del value
        pause()
        if not bind:
            del value

    inner()
    return value


def name_of_exception(bind):
    def inner():
        return error

    try:
        raise ValueError("first")
    except ValueError as error:
        pause()
    return inner() if bind else error


def on_the_stack(bind):
    if bind:
        value = 1

    def inner():
        return value

    return pause(), value, inner


def in_comprehension(bind):
    if bind:
        value = 1
    pause()
    return [value for _ in range(2)]


def in_class_body(bind):
    if bind:
        value = 1

    def inner():
        pause()

        class Made:
            attribute = value

        return Made.attribute

    return inner()


def class_cell(bind):
    class Made:
        def method(self):
            if bind:
                pause()
                return __class__.__name__
            del __class__
            pause()
            return __class__

    return Made().method()


def loop_without_turns(bind):
    for value in [1] if bind else []:
        pass
    pause()
    return value


def matched(bind):
    match (1, 2) if bind else (1,):
        case (value, _):
            pass
        case _:
            pause()
    return value


def caught(bind):
    value = 1

    def inner():
        return value

    del value
    pause()
    try:
        return value if bind else inner()
    except NameError as error:
        return type(error).__name__, str(error), error.name


class Base:
    def name(self):
        return "base"


class Derived(Base):
    def captured_first(self, bind):
        def inner():
            return type(self).__name__

        pause()
        return inner(), super().name()


def super_of_captured(bind):
    return Derived().captured_first(bind)


def locals_of_caller(*names):
    return [sys._getframe(1).f_locals[name] for name in names]


def seen_from_below(bind):
    value, other = [1], 2

    def inner():
        return value, other

    pause()
    value.append(other)
    other = 3
    return locals_of_caller("value", "other"), inner()


def program():
    functions = [
        bound_on_condition, captured_on_condition, read_by_inner, deleted, captured_and_deleted, parameter_deleted,
        deleted_by_inner, name_of_exception, on_the_stack, in_comprehension, in_class_body, class_cell,
        loop_without_turns, matched, caught, super_of_captured, seen_from_below,
    ]
    found = []
    for function in functions:
        for bind in (True, False):
            outcome = attempt(function, bind)
            found.append((function.__name__, bind, [part for part in outcome if not callable(part)]))
    return found


# expect captured
# in pieces
# as written: program
