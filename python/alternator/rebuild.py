"""Called by compiled code: puts objects together again that a trace made and left half used."""

from __future__ import annotations

import collections
import functools
import inspect
import operator
import types


def sequence_iterator(sequence, index):
    iterator = iter(sequence)
    if index < 0:
        iterator.__setstate__(len(sequence))
        next(iterator, None)
    else:
        iterator.__setstate__(index)
    return iterator


def callable_iterator(function, sentinel):
    return _advanced(iter(int, 0), 1) if function is None else iter(function, sentinel)


class _Nothing:
    def __getitem__(self, index):
        raise IndexError


def item_iterator(sequence, index):
    """The iterator of an object that has `__getitem__` alone; None where it has come to its end."""
    if sequence is None:
        return _advanced(iter(_Nothing()), 1)
    iterator = iter(sequence)
    iterator.__setstate__(index)
    return iterator


def reverse_iterator(sequence, index):
    iterator = reversed(sequence)
    iterator.__setstate__(index)
    return iterator


def call_with_parameters(function, values):
    """Calls a function with the values of its parameters, in the order in which its code has them."""
    code = function.__code__
    positional, values = values[: code.co_argcount], values[code.co_argcount :]
    names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    keywords, rest = dict(zip(names, values)), values[len(names) :]
    if code.co_flags & inspect.CO_VARARGS:
        positional, rest = (*positional, *rest[0]), rest[1:]
    if code.co_flags & inspect.CO_VARKEYWORDS:
        keywords |= rest[0]
    return function(*positional, **keywords)


def range_iterator(start, stop, step):
    return iter(range(start, stop, step))


def _advanced(iterator, count):
    for _ in range(count):
        next(iterator, None)
    return iterator


def itemgetter(arguments, keywords):
    return operator.itemgetter(*arguments, **keywords)


def attrgetter(arguments, keywords):
    return operator.attrgetter(*arguments, **keywords)


def methodcaller(arguments, keywords):
    return operator.methodcaller(*arguments, **keywords)


def deque(cls, items, maxlen):
    """A deque of this class, whose own `__init__` has been run already."""
    made = collections.deque.__new__(cls)
    collections.deque.__init__(made, items, maxlen)
    return made


def deque_iterator(queue, index, changes, seen):
    return _outdated(queue, _advanced(iter(queue), index), changes[0] - seen)


def deque_reverse_iterator(queue, index, changes, seen):
    return _outdated(queue, _advanced(reversed(queue), index), changes[0] - seen)


def _outdated(queue, iterator, changes):
    """The iterator of a deque that has changed since it was made says so at its next step."""
    if changes:
        length = len(queue)
        queue.rotate(1)
        queue.rotate(-1)
        if length < 2 and queue.maxlen != length:
            queue.append(None)
            queue.pop()
        elif length == 1:
            queue.append(queue.pop())
    return iterator


def dict_iterator(mapping, index):
    return _advanced(iter(mapping), index)


def dict_value_iterator(mapping, index):
    return _advanced(iter(mapping.values()), index)


def dict_item_iterator(mapping, index):
    return _advanced(iter(mapping.items()), index)


def dict_reverse_iterator(mapping, index):
    return _advanced(reversed(mapping), index)


def set_iterator(container, keys, index):
    return _advanced(iter(container), index)


def zip_iterator(iterators, strict):
    return zip(*iterators, strict=strict)


def map_iterator(function, iterators):
    return map(function, *iterators)


def partial(function, arguments, keywords):
    return functools.partial(function, *arguments, **keywords)


def _native(cls, name):
    """The nearest method of this name that is written in C: the user's has been run already."""
    kinds = (types.BuiltinFunctionType, types.WrapperDescriptorType)
    return next(method for base in cls.__mro__ if isinstance(method := base.__dict__.get(name), kinds))


def exception(cls, args, cause, context, suppress_context):
    made = _native(cls, "__new__")(cls, *args)
    _native(cls, "__init__")(made, *args)  # some classes keep a part of their arguments once more
    made.args = args
    made.__cause__ = cause
    made.__context__ = context
    made.__suppress_context__ = suppress_context
    return made
