"""Class statements: what `__build_class__` does, said in Python."""

from __future__ import annotations

import collections
import types

from .breaking import dict_of, give_up, mro_of


def build(body, name, /, *bases, metaclass=None, **keywords):
    resolved = types.resolve_bases(bases)
    if metaclass is None:
        metaclass = type(resolved[0]) if resolved else type
    if not isinstance(metaclass, type):
        give_up("a metaclass that is no class")
    metaclass = types._calculate_meta(metaclass, resolved)
    if keywords:
        give_up("a class statement with keywords")
    if metaclass is type or not _prepares(metaclass):
        namespace = {}
    else:
        namespace = metaclass.__prepare__(name, resolved)
    cell = run_body(body, namespace)
    if resolved is not bases:
        namespace["__orig_bases__"] = bases
    made = metaclass(name, resolved, namespace)
    if isinstance(cell, types.CellType) and isinstance(made, type) and _held(cell) is not made:
        give_up("a class whose methods would be told of another class, or of none")
    return made


def _held(cell):
    try:
        return cell.cell_contents
    except ValueError:
        return None


def make_named_tuple(name, fields, rename, defaults, module):
    """Runs while tracing."""
    return collections.namedtuple(name, fields, rename=rename, defaults=defaults, module=module)


def new(metaclass, name, bases, namespace, /, **keywords):
    """`type.__new__`: a base may have a metaclass of its own, which then makes the class."""
    if type(bases) is not tuple or not isinstance(namespace, dict):
        give_up("a class whose bases are no tuple, or whose namespace is no dict")
    for base in bases:
        if not issubclass(type(base), type) and hasattr(base, "__mro_entries__"):
            raise TypeError("type() doesn't support MRO entry resolution; use types.new_class()")
    winner = types._calculate_meta(metaclass, bases)
    if winner is not metaclass and winner.__new__ is not type.__new__:
        return winner.__new__(winner, name, bases, namespace, **keywords)
    if keywords:
        give_up("a class that is made with keywords")
    return make(winner, name, bases, namespace)


def make(metaclass, name, bases, namespace):
    """A class, by the C code that lays it out."""
    raise NotImplementedError("known to the engine alone")


def _prepares(metaclass):
    """Whether the namespace is more than an empty dict."""
    for above in mro_of(metaclass):
        if "__prepare__" in dict_of(above):
            return above is not type
    return False


def run_body(body, namespace):
    """Runs a function as the body of a class, whose names are kept in `namespace`."""
    raise NotImplementedError("known to the engine alone")
