"""What `copy` asks of objects: C functions of `object`, said in Python."""

from __future__ import annotations

import copyreg


def reduce(self, protocol):
    cls = type(self)
    if protocol < 2 or cls.__reduce__ is not object.__reduce__:
        return self.__reduce__()
    if hasattr(self, "__getnewargs_ex__"):
        positional, named = self.__getnewargs_ex__()
        head = copyreg.__newobj_ex__, (cls, positional, named)
    elif hasattr(self, "__getnewargs__"):
        head = copyreg.__newobj__, (cls, *self.__getnewargs__())
    else:
        head = copyreg.__newobj__, (cls,)
    items = iter(self) if isinstance(self, list) else None
    entries = iter(self.items()) if isinstance(self, dict) else None
    return (*head, self.__getstate__(), items, entries)


def state(self):
    attributes = getattr(self, "__dict__", None)
    slots = {}
    for name in copyreg._slotnames(type(self)):
        if hasattr(self, name):
            slots[name] = getattr(self, name)
    return (attributes, slots) if slots else attributes
