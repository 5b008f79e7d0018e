"""What `copy` asks of objects: C functions of `object`, said in Python."""

from __future__ import annotations

import copyreg
import struct
from collections import defaultdict, deque

from .breaking import has_special, is_a, type_name
from .this_version import NO_INSTANCES

MANAGED_DICT = 1 << 4  # Py_TPFLAGS_MANAGED_DICT: the dict stands before the object
POINTER = struct.calcsize("P")


def reduce(self, protocol):
    cls = type(self)
    # Asked of the object too, whose class may have a `__getattribute__` of its own.
    try:
        own = self.__reduce__
    except AttributeError:
        pass
    else:
        if cls.__reduce__ is not object.__reduce__:
            return own()
    if protocol < 2:
        return copyreg._reduce_ex(self, protocol)
    if cls.__flags__ & NO_INSTANCES:
        raise TypeError(f"cannot pickle {type_name(self)!r} object")
    given = _new_arguments(self)
    positional, named = given or ((), {})
    if named:
        head = copyreg.__newobj_ex__, (cls, positional, named)
    else:
        head = copyreg.__newobj__, (cls, *positional)
    if given is None and not is_a(self, (list, dict)) and cls.__getstate__ is object.__getstate__ and _has_state_in_c(cls):
        named = type_name(self)
        raise TypeError(f"cannot pickle {named} objects" if cls.__itemsize__ else f"cannot pickle {named!r} object")
    kept = self.__getstate__()
    items = iter(self) if is_a(self, list) else None
    entries = iter(self.items()) if is_a(self, dict) else None
    return (*head, kept, items, entries)


def _new_arguments(self):
    if has_special(self, "__getnewargs_ex__"):
        given = type(self).__getnewargs_ex__(self)
        if not is_a(given, tuple):
            raise TypeError(f"__getnewargs_ex__ should return a tuple, not '{type_name(given)}'")
        if len(given) != 2:
            raise ValueError(f"__getnewargs_ex__ should return a tuple of length 2, not {len(given)}")
        for which, kind, part in (("first", tuple, given[0]), ("second", dict, given[1])):
            if not is_a(part, kind):
                raise TypeError(
                    f"{which} item of the tuple returned by __getnewargs_ex__ must be a {kind.__name__}, "
                    f"not '{type_name(part)}'"
                )
        return given
    if has_special(self, "__getnewargs__"):
        given = type(self).__getnewargs__(self)
        if not is_a(given, tuple):
            raise TypeError(f"__getnewargs__ should return a tuple, not '{type_name(given)}'")
        return given, {}
    return None


def _has_state_in_c(cls):
    """Whether instances are larger than `object`, their dict, weak references and slots make them."""
    fields = len(copyreg._slotnames(cls)) + (cls.__weakrefoffset__ > 0)
    if cls.__dictoffset__ and not cls.__flags__ & MANAGED_DICT:
        fields += 1
    return cls.__itemsize__ > 0 or cls.__basicsize__ > object.__basicsize__ + fields * POINTER


def state(self):
    try:
        attributes = object.__getattribute__(self, "__dict__") or None
    except AttributeError:
        attributes = None
    slots = {}
    for name in copyreg._slotnames(type(self)):
        try:
            slots[name] = getattr(self, name)
        except AttributeError:
            pass
    return (attributes, slots) if slots else attributes


def set_reduce(self):
    return type(self), (list(self),), self.__getstate__()


def slice_reduce(self):
    return type(self), (self.start, self.stop, self.step)


def range_reduce(self):
    return type(self), (self.start, self.stop, self.step)


def namespace_reduce(self):
    return type(self), (), object.__getattribute__(self, "__dict__")


def deque_reduce(self):
    longest = deque.maxlen.__get__(self)
    arguments = () if longest is None else ((), longest)
    return type(self), arguments, self.__getstate__(), iter(self)


def ordered_dict_reduce(self):
    return type(self), (), self.__getstate__(), None, iter(self.items())


def defaultdict_reduce(self):
    factory = defaultdict.default_factory.__get__(self)
    return type(self), () if factory is None else (factory,), None, None, iter(self.items())
