"""Numbers, texts and containers."""

from __future__ import annotations

import collections
import gc
import math
import types

import torch

from .base import differ, must_equal, shown

# What has no identity worth comparing: each type with how its values are compared.


def equal_values(found, expected):
    if found != expected:
        differ(f"is {shown(found)}; expected {shown(expected)}")


def equal_floats(found, expected):
    if found != found and expected != expected:
        return
    if found != expected or math.copysign(1, found) != math.copysign(1, expected):
        differ(f"is {found!r}; expected {expected!r}")


def equal_complexes(found, expected):
    equal_floats(found.real, expected.real)
    equal_floats(found.imag, expected.imag)


WITHOUT_IDENTITY = {
    **dict.fromkeys((int, bool, str, bytes, type(None), type(...), type(NotImplemented), torch.dtype), equal_values),
    **dict.fromkeys((torch.device, torch.layout, torch.memory_format, types.CodeType, range), equal_values),
    float: equal_floats,
    complex: equal_complexes,
}


def simple(value):
    return type(value) in WITHOUT_IDENTITY


def of_number(comparison, found, expected, place):
    """Of a subclass: the number itself."""
    base = next(c for c in (int, float, complex) if isinstance(expected, c))
    yield base.__pos__(found), base.__pos__(expected), ""


def of_text(comparison, found, expected, place):
    """Of a subclass, and of a bytearray: the text itself."""
    base = next(c for c in (str, bytes, bytearray) if isinstance(expected, c))
    must_equal(base.__getitem__(found, slice(None)), base.__getitem__(expected, slice(None)), "the value")


def of_sequence(comparison, found, expected, place):
    base = next(c for c in (list, tuple, collections.deque) if isinstance(expected, c))
    if base is collections.deque:
        must_equal(found.maxlen, expected.maxlen, "maxlen")
    if base.__len__(found) != base.__len__(expected):
        differ(f"has {base.__len__(found)} items, {shown(found)}; expected {base.__len__(expected)}: {shown(expected)}")
    for index, (mine, theirs) in enumerate(zip(base.__iter__(found), base.__iter__(expected))):
        yield mine, theirs, f"[{index}]"


def of_dict(comparison, found, expected, place):
    """Keys in their order: a key may be an object, of which each run has one."""
    base = next(c for c in (collections.OrderedDict, dict) if isinstance(expected, c))
    # What CPython notes of warnings in globals is a number of the process.
    mine, theirs = ([item for item in base.items(it) if item[0] != "__warningregistry__"] for it in (found, expected))
    if len(mine) != len(theirs) or any(simple(k) and simple(j) and k != j for (k, _), (j, _) in zip(mine, theirs)):
        mine, theirs = [k for k, _ in mine], [k for k, _ in theirs]
        while mine and theirs and mine[0] == theirs[0]:
            del mine[0], theirs[0]
        differ(f"has, after the keys that agree, {shown(mine)}; expected {shown(theirs)}")
    for (my_key, my_value), (their_key, their_value) in zip(mine, theirs):
        yield my_key, their_key, f"'s key {shown(their_key)}"
        yield my_value, their_value, f"[{shown(their_key)}]"


def of_defaultdict(comparison, found, expected, place):
    yield found.default_factory, expected.default_factory, ".default_factory"
    yield from of_dict(comparison, found, expected, place)


def of_set(comparison, found, expected, place):
    """In the order of iteration where that follows from the items' values; other items are found by trying."""
    base = set if isinstance(expected, set) else frozenset
    mine, theirs = list(base.__iter__(found)), list(base.__iter__(expected))
    if len(mine) != len(theirs):
        differ(f"has {len(mine)} items, {shown(found)}; expected {len(theirs)}: {shown(expected)}")
    if all(map(simple, mine)) and all(map(simple, theirs)):
        yield mine, theirs, "'s items"
        return
    for item in theirs:
        match = next((other for other in mine if comparison.would_hold(other, item)), comparison)
        if match is comparison:
            differ(f"has no item {shown(item)}: {shown(found)}")
        mine = [other for other in mine if other is not match]
        yield match, item, f"'s item {shown(item)}"


def of_view(comparison, found, expected, place):
    """Views of a dict: `dict.keys()` and its kin."""
    yield found.mapping, expected.mapping, ".mapping"


def of_mapping_proxy(comparison, found, expected, place):
    yield gc.get_referents(found), gc.get_referents(expected), "'s mapping"


def of_union(comparison, found, expected, place):
    yield found.__args__, expected.__args__, ".__args__"


def of_limits(comparison, found, expected, place):
    """torch.finfo and torch.iinfo."""
    must_equal(repr(found), repr(expected), "the text")


def of_buffer(comparison, found, expected, place):
    must_equal(found.closed, expected.closed, "closed")
    if not expected.closed:
        must_equal(found.getvalue(), expected.getvalue(), "the text")
        must_equal(found.tell(), expected.tell(), "the position")


def of_memoryview(comparison, found, expected, place):
    layouts = [(it.format, it.shape, it.strides) for it in (found, expected)]
    must_equal(*layouts, "the layout")
    must_equal(found.tobytes(), expected.tobytes(), "the bytes")
    yield found.obj, expected.obj, ".obj"
