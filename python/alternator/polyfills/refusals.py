"""What C functions say of calls whose arguments are too few, too many, or wrongly named."""

from __future__ import annotations

import re
import types

from .this_version import HEAP_TYPE

_REFUSAL = re.compile(
    r"takes (no|exactly|at least|at most|from|\d+) .*argument|expected (at least |at most |exactly )?\d+ argument"
    r"|must have at least \w+ argument|unexpected keyword argument|takes no keyword arguments|missing required argument|invalid keyword argument"
    r"|descriptor '.*' of '.*' object needs an argument|unbound method .* needs an argument"
)
_METHODS = (types.MethodDescriptorType, types.WrapperDescriptorType)


def words(function, count, names, own):
    """The words of the TypeError, or None if it is not for its arguments' number and names that the call fails.

    C code counts arguments before it looks at them: an empty instance and arguments that nothing can be done with
    are enough to be told. A method that is inherited (`own` is false) is named in two ways, by how it is called.
    """
    arguments = [object() for _ in range(count)]
    if isinstance(function, _METHODS):
        if not count:
            return None
        try:
            arguments[0] = function.__objclass__.__new__(function.__objclass__)
        except Exception:
            return None
    elif isinstance(function, types.ClassMethodDescriptorType):
        if not count:
            return None
        arguments[0] = function.__objclass__
    elif isinstance(function, type):
        if function.__flags__ & HEAP_TYPE:  # it may run anything
            return None
    elif not isinstance(function, types.BuiltinFunctionType):
        return None
    try:
        function(*arguments, **dict.fromkeys(names, arguments))
    except TypeError as error:
        text = str(error)
        if _REFUSAL.search(text) and (own or not _names_owner(text, function)):
            return text
    except Exception:
        pass
    return None


def _names_owner(text, function):
    """Whether the words name the class that a method is defined in, or its instance's: another one's would differ."""
    owner = getattr(function, "__objclass__", None)
    return f".{function.__name__}()" in text or owner is not None and text.startswith((f"{owner.__name__}()", f"{owner.__name__} "))


def refuse_deletion(descriptor):
    """Raises what C code does that lets nobody delete an attribute; of an empty instance it says the same."""
    try:
        instance = descriptor.__objclass__.__new__(descriptor.__objclass__)
    except Exception:
        return
    descriptor.__delete__(instance)
