"""Functions, classes, instances, exceptions, iterators and what else a program makes."""

from __future__ import annotations

import functools
import gc
import operator
import re
import types

import torch

from .base import differ, is_python_class, made_by_programs, must_equal, name_of, shown


def of_nothing(comparison, found, expected, place):
    """Attributes, slots and fields are all there is."""
    return ()


def of_function(comparison, found, expected, place):
    must_equal(found.__code__, expected.__code__, "the code")
    clears = [vars(it).get("_clear_cache") for it in (found, expected)]
    if all(clears):
        # What functools.singledispatch has found before is known to be its own, and not looked at.
        comparison.met(*(clear.__self__ for clear in clears), place)
    for name in FUNCTION_PARTS:
        yield getattr(found, name, None), getattr(expected, name, None), f".{name}"
    cells = [it.__closure__ or () for it in (found, expected)]
    must_equal(*map(len, cells), "a number of cells of")
    for name, mine, theirs in zip(expected.__code__.co_freevars, *cells):
        if name != "cache_token":
            yield mine, theirs, f"'s {name}"


FUNCTION_PARTS = (
    "__name__ __qualname__ __module__ __doc__ __defaults__ __kwdefaults__ __annotations__ __dict__ __type_params__ "
    "__globals__"
).split()


def of_c_function(comparison, found, expected, place):
    must_equal(found.__name__, expected.__name__, "the name")
    yield found.__self__, expected.__self__, ".__self__"


def of_descriptor(comparison, found, expected, place):
    must_equal(found.__name__, expected.__name__, "the name")
    yield found.__objclass__, expected.__objclass__, ".__objclass__"


def of_cell(comparison, found, expected, place):
    yield contents_of(found), contents_of(expected), ".cell_contents"


def contents_of(cell):
    """In a tuple, which is empty where the cell is."""
    try:
        return (cell.cell_contents,)
    except ValueError:
        return ()


def of_class(comparison, found, expected, place):
    if not (made_by_programs(found) and made_by_programs(expected)):
        differ(f"is {found!r}; expected {expected!r}")
    must_equal(name_of(found), name_of(expected), "the name")
    yield found.__bases__, expected.__bases__, ".__bases__"
    yield own_parts(found), own_parts(expected), ".__dict__"


def own_parts(cls):
    parts = {name: part for name, part in vars(cls).items() if name not in NOT_OF_THE_CLASS}
    if type(parts.get("__annotations__")) is dict and not parts["__annotations__"]:
        del parts["__annotations__"]
    return parts


# What classes keep for themselves, caches that are filled when somebody asks (as are annotations, where there are
# none), and the number of a class among all.
NOT_OF_THE_CLASS = {
    "__dict__", "__weakref__", "_abc_impl", "__annotations_cache__", "__slotnames__", "_autograd_function_id",
}  # fmt: skip


def of_enum(comparison, found, expected, place):
    must_equal(found._name_, expected._name_, "the name")
    yield found._value_, expected._value_, ".value"


def of_module(comparison, found, expected, place):
    must_equal(found.__name__, expected.__name__, "the name")
    yield found.__dict__, expected.__dict__, ".__dict__"


def of_exception(comparison, found, expected, place):
    """The fields of C classes (`StopIteration.value`, …) are among the state."""
    for name in ("args", "__cause__", "__context__", "__suppress_context__"):
        yield getattr(found, name), getattr(expected, name), f".{name}"
    must_equal(lines_of(found.__traceback__), lines_of(expected.__traceback__), "the traceback")


def of_traceback(comparison, found, expected, place):
    must_equal(lines_of(found), lines_of(expected), "the lines")


def lines_of(traceback):
    """Where an exception came by, but for those who test and the package's own functions around compiled code."""
    lines = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if not OWN_FILES.search(code.co_filename):
            lines.append((code.co_name, traceback.tb_lineno))
        traceback = traceback.tb_next
    return lines


OWN_FILES = re.compile(r"/tests/(equality/|fuzz/)?\w+\.py$|/python/alternator/")


def of_frame(comparison, found, expected, place):
    must_equal(found.f_lineno, expected.f_lineno, "the line")
    must_equal(found.f_code.co_name, expected.f_code.co_name, "the code of")


def of_weak_reference(comparison, found, expected, place):
    yield found(), expected(), "()"


def of_generator(comparison, found, expected, place):
    """Where it stands and with which variables; what it yields from there on is compared in the end."""
    prefix = next(p for p in ("gi", "cr", "ag") if hasattr(expected, p + "_frame"))
    must_equal(found.__name__, expected.__name__, "the name")
    must_equal(found.__qualname__, expected.__qualname__, "the qualified name")
    frames = [getattr(it, prefix + "_frame") for it in (found, expected)]
    must_equal(frames[0] is None, frames[1] is None, "ended")
    if frames[0] is not None:
        must_equal(frames[0].f_lineno, frames[1].f_lineno, "the line")
        yield dict(frames[0].f_locals), dict(frames[1].f_locals), "'s variables"
    if prefix != "ag":
        comparison.waiting.append((found, expected, place))


def of_iterator(comparison, found, expected, place):
    """An iterator of C: what it holds, and in the end what it gives."""
    must_equal(operator.length_hint(found, -1), operator.length_hint(expected, -1), "a length hint of")
    yield *([part for part in gc.get_referents(it) if part is not type(it)] for it in (found, expected)), "'s objects"
    comparison.waiting.append((found, expected, place))


# More items than this are not asked of an iterator: some never end.
FAR_ENOUGH = 1000


def left_of(iterator):
    step = functools.partial(iterator.send, None) if hasattr(iterator, "send") else iterator.__next__
    items = []
    for _ in range(FAR_ENOUGH):
        try:
            items.append(step())
        except Exception as error:
            items.append(error.with_traceback(None))
            break
    return items


def of_context(comparison, found, expected, place):
    yield list(found.items()), list(expected.items()), "'s items"


def of_lock(comparison, found, expected, place):
    must_equal(shown(found), shown(expected), "the state")


def of_reduced(comparison, found, expected, place):
    """What `copy` and `pickle` go by: fields that only C knows."""
    base = next(c for c in type(expected).__mro__ if not is_python_class(c))
    try:
        parts = [base.__reduce_ex__(it, 2) for it in (found, expected)]
    except Exception as error:
        differ(f"is a {name_of(type(expected))}, which tests/equality has no way to compare ({error})")
    yield *parts, "'s parts"


def of_state(found, expected):
    """Attributes, slots, and fields that C shows as such."""
    mine, theirs = dict_of(found), dict_of(expected)
    if isinstance(expected, torch.Tensor):
        # torch's own marks, which its backends leave on what they are given.
        mine, theirs = ({k: v for k, v in it.items() if not k.startswith("_dynamo_")} for it in (mine, theirs))
    if theirs is not None:
        yield mine, theirs, ".__dict__"
    for base in type(expected).__mro__:
        for name, field in vars(base).items():
            if isinstance(field, types.MemberDescriptorType) and name not in NOT_STATE:
                values = [value_of(field, it) for it in (found, expected)]
                yield *values, f".{name}"


# Not the object's own, or told already; a partial notes in its offset how it was called last.
NOT_STATE = {"__weakref__", "__dict__", "__builtins__", "__suppress_context__", "__vectorcalloffset__"}


def dict_of(instance):
    for base in type(instance).__mro__:
        slot = vars(base).get("__dict__")
        if isinstance(slot, (types.GetSetDescriptorType, types.MemberDescriptorType)):
            return slot.__get__(instance)
    return None


def value_of(field, instance):
    """A slot's value in a tuple, which is empty where the slot is. The two runs may have a class each."""
    owner = next(c for c in type(instance).__mro__ if name_of(c) == name_of(field.__objclass__))
    try:
        return (vars(owner)[field.__name__].__get__(instance),)
    except AttributeError:
        return ()
