"""Functions of the standard library as it has them in Python, where C stands in for them."""

from __future__ import annotations

import importlib.util
import inspect
import sys
import types


def _without(accelerator, name):
    """A module of the standard library as it is where its part in C is missing."""
    spec = importlib.util.find_spec(name)
    module = importlib.util.module_from_spec(spec)
    present = sys.modules.get(accelerator)
    sys.modules[accelerator] = None
    try:
        spec.loader.exec_module(module)
    finally:
        if present is None:
            del sys.modules[accelerator]
        else:
            sys.modules[accelerator] = present
    return module


heapq = _without("_heapq", "heapq")
bisect = _without("_bisect", "bisect")


class _Limit:
    """The recursion limit, which is asked for where it could be reached: a function that a decorator returned need not be
    compiled again when a library raises it, as inductor does."""

    def __le__(self, count):
        return count > 16 and count >= sys.getrecursionlimit()


unwrap = types.FunctionType(
    inspect.unwrap.__code__, {**vars(inspect), "sys": types.SimpleNamespace(getrecursionlimit=_Limit)}, "unwrap"
)
unwrap.__kwdefaults__ = inspect.unwrap.__kwdefaults__
