"""Generic aliases (`list[int]`) and unions (`int | str`), which C code makes and nobody changes."""

from __future__ import annotations

import types

from .breaking import give_up
from .objects import answer

_OWN = ("__origin__", "__args__", "__parameters__", "__unpacked__")


def own_attribute(alias, name):
    """What C code keeps in it."""
    return object.__getattribute__(alias, name)


def alias_attribute(alias, name):
    """What an alias does not have itself is asked of what it is an alias for."""
    if name in _OWN:
        return own_attribute(alias, name)
    if name == "__class__":
        return types.GenericAlias
    if name.startswith("__"):
        give_up("an attribute of a generic alias which it may have itself")
    return getattr(own_attribute(alias, "__origin__"), name)


def union_attribute(union, name):
    if name in _OWN:
        return own_attribute(union, name)
    if name == "__class__":
        return types.UnionType
    give_up("an attribute of a union")


def alias_call(alias, *arguments, **keywords):
    made = own_attribute(alias, "__origin__")(*arguments, **keywords)
    try:
        made.__orig_class__ = alias
    except (AttributeError, TypeError):
        pass
    return made


def alias_repr(alias):
    return answer(types.GenericAlias.__repr__, alias, _names_in(alias))


def union_repr(union):
    return answer(types.UnionType.__repr__, union, _names_in(union))


def _names_in(alias):
    """The names of the classes that an alias or union is made of, in which its text is written."""
    names = []
    origin = [own_attribute(alias, "__origin__")] if type(alias) is types.GenericAlias else []
    for part in [*origin, *own_attribute(alias, "__args__")]:
        if type(part) is types.GenericAlias or type(part) is types.UnionType:
            names.append(_names_in(part))
        elif isinstance(part, type):
            names.append((part.__module__, part.__qualname__))
        elif part is not None and part is not ...:
            give_up("the text of what is made of other things than classes")
    return tuple(names)
