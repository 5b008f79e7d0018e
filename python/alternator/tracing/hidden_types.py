"""Names for the C types that Python gives none: rules name types by the path to them."""

from __future__ import annotations

import builtins
import functools
import re
import types
from array import array
from collections import OrderedDict, deque

import torch

list_iterator = type(iter([]))
list_reverse_iterator = type(reversed([]))
tuple_iterator = type(iter(()))
range_iterator = type(iter(range(0)))
set_iterator = type(iter(set()))
str_iterator = type(iter("é"))
ascii_str_iterator = type(iter("e"))
bytes_iterator = type(iter(b""))
bytearray_iterator = type(iter(bytearray()))
callable_iterator = type(iter(int, 1))
array_iterator = type(iter(array("i")))
deque_iterator = type(iter(deque()))
deque_reverse_iterator = type(reversed(deque()))
# A C method that is told which class defines it.
builtin_method = type(re.compile("").match)
sequence_iterator = type(iter(type("", (), {"__getitem__": None})()))

dict_keys = type({}.keys())
dict_values = type({}.values())
dict_items = type({}.items())
dict_key_iterator = type(iter({}.keys()))
dict_value_iterator = type(iter({}.values()))
dict_item_iterator = type(iter({}.items()))
dict_reverse_key_iterator = type(reversed({}))
dict_reverse_value_iterator = type(reversed({}.values()))
dict_reverse_item_iterator = type(reversed({}.items()))
odict_keys = type(OrderedDict().keys())
odict_values = type(OrderedDict().values())
odict_items = type(OrderedDict().items())
odict_iterator = type(iter(OrderedDict()))

comparison_key = type(functools.cmp_to_key(None))
bound_type = type(torch._C._SDPBackend)
# The class of `torch.FloatTensor` and its kin, which are types of tensors by dtype and device.
OldType = type(torch.FloatTensor)
lru_cache_wrapper = type(functools.lru_cache(len))
# What pybind11 makes of methods.
instance_method = type(vars(torch._C._SDPBackend)["__int__"])


class Missing:
    """Stands for a class that this version of Python does not have: no object is of this class."""


LazyImport = getattr(types, "LazyImportType", Missing)
frozendict = getattr(builtins, "frozendict", Missing)


class PythonClass:
    """Stands for every class made by a `class` statement: each has descriptors of its own for these."""
