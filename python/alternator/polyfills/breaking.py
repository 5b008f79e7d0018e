"""How traced code leaves to the running program what cannot be traced (rules/builtins/functions.rule)."""

from __future__ import annotations

import sys

# What C code reads of a class, whatever its metaclass says of it.
mro_of = type.__dict__["__mro__"].__get__
dict_of = type.__dict__["__dict__"].__get__


def give_up(reason):
    """Breaks the graph before the instruction of the program that led here."""
    raise NotImplementedError("known to the engine alone")


def is_a(value, cls):
    """Whether C code takes a value for one of a class: by the class that it has, whatever its `__class__` says."""
    return issubclass(type(value), cls)


def has_special(value, name):
    """Whether C code finds a special method of a value: in its class, whatever the class of that has."""
    return any(name in dict_of(cls) for cls in mro_of(type(value)))


def type_name(value):
    """The name of a value's class as the texts of C code's errors have it, for many C classes a dotted path."""
    raise NotImplementedError("known to the engine alone")


def class_name(cls):
    """The same of the class itself."""
    raise NotImplementedError("known to the engine alone")


def callers_handle_nothing():
    """A setting: asked before the root frame runs, and by a guard at each call."""
    return sys.exception() is None


def context_within(exception):
    """The context that the trace has given an exception."""
    raise NotImplementedError("known to the engine alone")
