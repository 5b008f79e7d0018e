"""Functions of the standard library as it has them in Python, where C stands in for them."""

from __future__ import annotations

import importlib.util
import inspect
import math
import operator
import sys
import types

from .breaking import give_up, has_special, is_a


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


bisect = _without("_bisect", "bisect")


def _of_sequences(function):
    """The functions in Python take more than those in C."""

    def checked(a, x, lo=0, hi=None, *, key=None):
        lo, hi = operator.index(lo), None if hi is None else operator.index(hi)
        if is_a(a, dict) or not has_special(a, "__getitem__"):
            give_up("a search in what is no sequence")
        return function(a, x, lo, hi, key=key)

    return checked


bisect_left, bisect_right = _of_sequences(bisect.bisect_left), _of_sequences(bisect.bisect_right)
insort_left, insort_right = _of_sequences(bisect.insort_left), _of_sequences(bisect.insort_right)


class _Limit:
    """The recursion limit, which is asked for where it could be reached: a function that a decorator returned need not be
    compiled again when a library raises it, as inductor does."""

    def __le__(self, count):
        return count > 16 and count >= sys.getrecursionlimit()


unwrap = types.FunctionType(
    inspect.unwrap.__code__, {**vars(inspect), "sys": types.SimpleNamespace(getrecursionlimit=_Limit)}, "unwrap"
)
unwrap.__kwdefaults__ = inspect.unwrap.__kwdefaults__


def fsum(seq, /):
    parts = list(seq)
    if all([type(part) is int for part in parts]):
        return float(sum(parts))
    return sum_exactly(tuple([int(str(part)) if type(part) is int else part for part in parts]))


def sum_exactly(numbers):
    return math.fsum(numbers)
