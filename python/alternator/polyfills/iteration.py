"""Iteration: what the builtins do with iterables and iterators."""

from __future__ import annotations

import inspect
import math
import types

from . import this_version
from .breaking import give_up, has_special, is_a, type_name
from .sets import in_any_order


def item_or_end(sequence, index):
    """The item, alone in a tuple; an empty one at the end."""
    try:
        return (sequence[index],)
    except (IndexError, StopIteration):
        return ()


def next_that_passes(function, iterator):
    """`next(filter(function, iterator))`."""
    while True:
        item = next(iterator)
        if item if function is None or function is bool else function(item):
            return item


def check_lengths(iterators, row):
    """The error of `zip(…, strict=True)` when one iterator has come to its end."""
    ended = len(row)
    if ended > 0:
        argument = "argument" if ended == 1 else "arguments 1-"
        count = "1" if ended == 1 else str(ended)
        raise ValueError(f"zip() argument {ended + 1} is shorter than {argument}{' ' if ended == 1 else ''}{count}")
    missing = object()
    for index in range(1, len(iterators)):
        if next(iterators[index], missing) is not missing:
            argument = "argument 1" if index == 1 else f"arguments 1-{index}"
            raise ValueError(f"zip() argument {index + 1} is longer than {argument}")


# ---------------------------------------------------------------- builtins


def all(iterable, /):
    for item in iterable:
        if not item:
            return False
    return True


def any(iterable, /):
    for item in iterable:
        if item:
            return True
    return False


# What fits into a C long.
_LEAST, _GREATEST = -1 << 63, (1 << 63) - 1


def sum(iterable, /, start=0):
    """C code adds ints, then floats, then complex numbers in numbers of its own as long as it meets nothing else."""
    items = iter(iterable)
    if is_a(start, (str, bytes, bytearray)):
        raise TypeError(this_version.NOT_TO_BE_SUMMED[str if is_a(start, str) else bytes if is_a(start, bytes) else bytearray])
    value, fits = start, True
    if type(value) is int:
        numbers = [value]
        for element in items:
            # Not `+=`, here and below: that would change the start value itself.
            value = value + element
            if type(element) is not int and type(element) is not bool:
                break
            numbers += element, value
        else:
            return value
        if type(value) is float or type(value) is complex:
            for number in numbers:
                fits = fits and _LEAST <= number <= _GREATEST
    if type(value) is float and fits:
        rest = 0.0
        for element in items:
            if type(element) is float:
                value, rest = _added(value, rest, element)
            elif is_a(element, int) and this_version.SUMS_COMPENSATE_ALL:
                value, rest = _added(value, rest, int.__float__(element))
            elif is_a(element, int) and _LEAST <= int.__index__(element) <= _GREATEST:
                value = value + int.__float__(element)
            else:
                value = _with_rest(value, rest) + element
                break
        else:
            return _with_rest(value, rest)
    if type(value) is complex and fits and this_version.SUMS_COMPENSATE_ALL:
        real, imag = value.real, value.imag
        real_rest = imag_rest = 0.0
        for element in items:
            if type(element) is complex:
                real, real_rest = _added(real, real_rest, element.real)
                imag, imag_rest = _added(imag, imag_rest, element.imag)
            elif is_a(element, int):
                real, real_rest = _added(real, real_rest, int.__float__(element))
            elif is_a(element, float):
                real, real_rest = _added(real, real_rest, float.__float__(element))
            else:
                value = complex(_with_rest(real, real_rest), _with_rest(imag, imag_rest)) + element
                break
        else:
            return complex(_with_rest(real, real_rest), _with_rest(imag, imag_rest))
    for element in items:
        value = value + element
    return value


def _added(total, rest, item):
    """A sum of floats, and what was lost by rounding so far (Neumaier), where CPython keeps account of that."""
    new = total + item
    if this_version.SUMS_COMPENSATE:
        rest += (total - new) + item if abs(total) >= abs(item) else (item - new) + total
    return new, rest


def _with_rest(total, rest):
    return total + rest if rest and math.isfinite(rest) else total


_MISSING = object()


def _extreme(name, better, better_of, arguments, key, default):
    if len(arguments) == 1:
        iterable = in_any_order(arguments[0]) if key is None else arguments[0]
    elif len(arguments) == 0:
        raise TypeError(f"{name} expected at least 1 argument, got 0")
    elif default is not _MISSING:
        raise TypeError(f"Cannot specify a default for {name}() with multiple positional arguments")
    else:
        iterable = arguments
    best = best_key = _MISSING
    for item in iterable:
        if best is _MISSING:
            best = item
            best_key = item if key is None else key(item)
        elif key is None:
            best = best_key = better_of(best, item)
        elif better(item_key := key(item), best_key):
            best, best_key = item, item_key
    if best is _MISSING:
        if default is _MISSING:
            raise ValueError(this_version.NOTHING_TO_CHOOSE_FROM[name])
        return default
    return best


def _greater(left, right):
    return left > right


def _less(left, right):
    return left < right


def greater_of(best, item):
    return item if item > best else best


def lesser_of(best, item):
    return item if item < best else best


def max(*arguments, key=None, default=_MISSING):
    return _extreme("max", _greater, greater_of, arguments, key, default)


def min(*arguments, key=None, default=_MISSING):
    return _extreme("min", _less, lesser_of, arguments, key, default)


def exception_to_throw(exception, value, traceback):
    """What `generator.throw` throws: what goes wrong while the exception is made is thrown in its place."""
    if this_version.THROW_OF_PARTS_WARNS and (value is not None or traceback is not None):
        give_up("throw() with the parts of an exception, of which CPython warns")
    if is_a(exception, type) and issubclass(exception, BaseException):
        if isinstance(value, exception):
            return value
        try:
            if value is None:
                made = exception()
            else:
                made = exception(*value) if is_a(value, tuple) else exception(value)
        except BaseException as error:  # noqa: BLE001
            return error
        if is_a(made, BaseException):
            return made
        return TypeError(f"calling {exception!r} should have returned an instance of BaseException, not {type_name(made)}")
    if not is_a(exception, BaseException):
        raise TypeError(f"exceptions must be classes or instances deriving from BaseException, not {type_name(exception)}")
    if value is not None:
        raise TypeError("instance exception may not have a separate value")
    return exception


def awaited(awaitable, where):
    """The iterator that `await` gives its turn to. `where` tells an `async with`, which has other words for its errors."""
    if isinstance(awaitable, types.GeneratorType) and awaitable.gi_code.co_flags & inspect.CO_ITERABLE_COROUTINE:
        return awaitable
    if not has_special(awaitable, "__await__"):
        if where or isinstance(awaitable, types.GeneratorType):
            give_up("await of an object without `__await__`")
        raise TypeError(this_version.not_to_be_awaited(type(awaitable)))
    iterator = type(awaitable).__await__(awaitable)
    if isinstance(iterator, types.CoroutineType):
        raise TypeError(this_version.awaits_a_coroutine(type(awaitable)))
    if not has_special(iterator, "__next__"):
        raise TypeError(this_version.awaits_no_iterator(type(awaitable), type(iterator)))
    return iterator


def async_iterator(iterable):
    """What `async for` iterates over."""
    if not has_special(iterable, "__aiter__"):
        raise TypeError(f"'async for' requires an object with __aiter__ method, got {type_name(iterable)}")
    iterator = type(iterable).__aiter__(iterable)
    if not has_special(iterator, "__anext__"):
        raise TypeError(
            f"'async for' received an object from __aiter__ that does not implement __anext__: {type_name(iterator)}"
        )
    return iterator


def next_awaitable(iterator):
    """What `async for` awaits for its next item."""
    if not has_special(iterator, "__anext__"):
        raise TypeError(f"'async for' requires an iterator with __anext__ method, got {type_name(iterator)}")
    awaitable = type(iterator).__anext__(iterator)
    if isinstance(awaitable, types.CoroutineType):
        return awaitable
    try:
        return awaited(awaitable, 0)
    except Exception as error:
        raise TypeError(f"'async for' received an invalid object from __anext__: {type_name(awaitable)}") from error


def aiter(iterable):
    if not has_special(iterable, "__aiter__"):
        raise TypeError(f"'{type_name(iterable)}' object is not an async iterable")
    iterator = type(iterable).__aiter__(iterable)
    if not has_special(iterator, "__anext__"):
        raise TypeError(f"aiter() returned not an async iterator of type '{type_name(iterator)}'")
    return iterator


def anext(iterator, *default):
    if default:
        give_up("anext() with a default")
    if not has_special(iterator, "__anext__"):
        raise TypeError(f"'{type_name(iterator)}' object is not an async iterator")
    return type(iterator).__anext__(iterator)
