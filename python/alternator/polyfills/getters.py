"""The callables of `operator`: what they are made with, and what they give."""

from __future__ import annotations

import functools


def parts(getter):
    """The positional and the named arguments that it was made with."""
    function, arguments = getter.__reduce__()[:2]
    if isinstance(function, functools.partial):
        return function.args + arguments, function.keywords
    return arguments, {}


def _check_one(kind, arguments, keywords):
    if keywords:
        raise TypeError(f"{kind}() takes no keyword arguments")
    if len(arguments) != 1:
        raise TypeError(f"{kind} expected 1 argument, got {len(arguments)}")


def _check_some(kind, arguments, keywords):
    if not arguments or keywords:
        _check_one(kind, arguments, keywords)


def check_itemgetter(arguments, keywords):
    _check_some("itemgetter", arguments, keywords)


def check_attrgetter(arguments, keywords):
    _check_some("attrgetter", arguments, keywords)
    for path in arguments:
        if not isinstance(path, str):
            raise TypeError("attribute name must be a string")


def check_methodcaller(arguments, keywords):
    if not arguments:
        raise TypeError("methodcaller needs at least one argument, the method name")
    if not isinstance(arguments[0], str):
        raise TypeError("method name must be a string")


def call_itemgetter(parts, arguments, keywords):
    _check_one("itemgetter", arguments, keywords)
    items, object = parts[0], arguments[0]
    if len(items) == 1:
        return object[items[0]]
    return tuple([object[item] for item in items])


def _attribute(object, path):
    for name in path.split("."):
        object = getattr(object, name)
    return object


def call_attrgetter(parts, arguments, keywords):
    _check_one("attrgetter", arguments, keywords)
    values = [_attribute(arguments[0], path) for path in parts[0]]
    return values[0] if len(values) == 1 else tuple(values)


def call_methodcaller(parts, arguments, keywords):
    _check_one("methodcaller", arguments, keywords)
    (name, *positional), named = parts
    return getattr(arguments[0], name)(*positional, **named)
