"""`functools.partial`: what stands for arguments that a call gives (from CPython 3.14 on), and how partials are joined."""

from __future__ import annotations

import functools

from . import this_version

_PLACEHOLDER = getattr(functools, "Placeholder", None)


def joins(function):
    """Whether a partial of a partial takes its parts over."""
    return this_version.ALL_PARTIALS_ARE_JOINED or type(function).__call__ is functools.partial.__call__


def check(arguments, keywords):
    if arguments and arguments[-1] is _PLACEHOLDER:
        raise TypeError("trailing Placeholders are not allowed")
    for value in dict.values(keywords):
        if value is _PLACEHOLDER:
            raise TypeError("Placeholder cannot be passed as a keyword argument")


def joined(arguments, given):
    """A partial's arguments, those that are given in the places that are left open, and the rest of them behind."""
    positional = []
    used = 0
    for argument in arguments:
        if argument is _PLACEHOLDER and used < len(given):
            argument = given[used]
            used += 1
        positional.append(argument)
    return (*positional, *given[used:])


def filled(arguments, given):
    """The arguments of a call of a partial."""
    places = 0
    for argument in arguments:
        places += argument is _PLACEHOLDER
    if places > len(given):
        raise TypeError(f"missing positional arguments in 'partial' call; expected at least {places}, got {len(given)}")
    return joined(arguments, given)


def text(cls, function, arguments, keywords):
    texts = [repr(argument) for argument in arguments]
    texts += [f"{name!s}={value!r}" for name, value in dict.items(keywords)]
    name = cls.__name__
    if cls is functools.partial or this_version.NAMES_PARTIALS_IN_FULL:
        name = f"{cls.__module__}.{cls.__qualname__}"
    return f"{name}({', '.join([repr(function), *texts])})"
