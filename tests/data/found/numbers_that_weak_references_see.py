"""What a variable holds lives as long as the variable, since weak references see it (tools/library_tests, test_weakref)."""

import weakref

import torch

from attempts import attempt


class Number(float):
    pass


class Text(str):
    pass


class Plain:
    value = 1


def number():
    made = Number(2.0)
    seen = weakref.proxy(made)
    return seen + 1.0, 1.0 + seen, seen.is_integer()


def text():
    made = Text("abc")
    seen = weakref.proxy(made)
    return seen.upper(), len(seen)


def with_closure(name):
    def seen_across_breaks():
        made = Plain()
        seen = weakref.proxy(made)
        torch._dynamo.graph_break()
        return seen.value, name

    return seen_across_breaks


def program():
    return attempt(number), attempt(text), attempt(with_closure("a"))


# expect captured
# in pieces
