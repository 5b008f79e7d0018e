"""Rebuilds objects that a trace made and left half used, such as iterators. Called by compiled code."""

from __future__ import annotations

import _thread
import collections
import copy
import functools
import inspect
import itertools
import operator
import types

from alternator import _engine
from alternator.polyfills import iterators
from alternator.polyfills.this_version import HEAP_TYPE
from alternator.tracing import members


def joined(*texts):
    return "".join(texts)


def set_slot(descriptor, instance, value):
    descriptor.__set__(instance, value)


def delete_slot(descriptor, instance):
    descriptor.__delete__(instance)


def hook_leaf(register, leaf, hook, handle):
    """Registers a hook whose handle the trace gave out, and perhaps used."""
    registered = register(leaf, hook)
    if handle.removed:
        registered.remove()
    handle.__class__ = type(registered)
    handle.__dict__ = registered.__dict__


def list_iterator(sequence, index):
    """A list iterator; `sequence` is None for an exhausted one."""
    if sequence is None:
        return _advanced(iter([]), 1)
    return _moved(list.__iter__(sequence), members.list_iterator_index, index)


def tuple_iterator(sequence, index):
    return _at(tuple.__iter__(sequence), index) if sequence is not None else _advanced(iter(()), 1)


def text_iterator(text, index):
    return _at(iter(text), index)


def bytearray_iterator(sequence, index):
    if sequence is None:
        return _advanced(iter(bytearray()), 1)
    return _moved(iter(sequence), members.bytearray_iterator_index, index)


def list_reverse_iterator(sequence, index):
    if sequence is None:
        return _advanced(reversed([]), 1)
    return _moved(list.__reversed__(sequence), members.list_reverse_iterator_index, index)


def _at(iterator, index):
    iterator.__setstate__(index)
    return iterator


def _moved(iterator, position, index):
    """Where a sequence may have become shorter than the iterator is far: `__setstate__` would take its end then."""
    position.__set__(iterator, index)
    return iterator


def _advanced(iterator, count):
    for _ in range(count):
        next(iterator, None)
    return iterator


def callable_iterator(function, sentinel):
    return _advanced(iter(int, 0), 1) if function is None else iter(function, sentinel)


class _Nothing:
    def __getitem__(self, index):
        raise IndexError


def item_iterator(sequence, index):
    """The iterator of an object that has only `__getitem__`; `None` in place of the object for an exhausted one."""
    if sequence is None:
        return _advanced(iter(_Nothing()), 1)
    return _at(iter(sequence), index)


class _NoItems(_Nothing):
    def __len__(self):
        return 0

    def __aiter__(self):
        return self

    async def __anext__(self):
        raise StopAsyncIteration


def reversed_items(sequence, index):
    """`reversed` of an object that has `__getitem__` and `__len__`, without asking for its length; None at the end."""
    made = reversed(_NoItems())
    if sequence is None:
        return _advanced(made, 1)
    members.reversed_sequence.__set__(made, sequence)
    return _moved(made, members.reversed_index, index)


def lock(locked):
    made = _thread.allocate_lock()
    if locked:
        made.acquire()
    return made


def reentrant_lock(depth):
    made = _thread.RLock()
    for _ in range(depth):
        made.acquire()
    return made


def call_with_parameters(function, values):
    """Calls a function with its parameters' values, in the order of its code."""
    code = function.__code__
    positional, values = values[: code.co_argcount], values[code.co_argcount :]
    names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    keywords, rest = dict(zip(names, values)), values[len(names) :]
    if code.co_flags & inspect.CO_VARARGS:
        positional, rest = (*positional, *rest[0]), rest[1:]
    if code.co_flags & inspect.CO_VARKEYWORDS:
        keywords |= rest[0]
    return function(*positional, **keywords)


def ended_generator(code, globals):
    """A generator or coroutine of this code that has come to its end."""
    function = types.FunctionType(code, globals, None, None, tuple(types.CellType() for _ in code.co_freevars))
    positional, names = code.co_argcount, code.co_varnames
    keywords = names[positional : positional + code.co_kwonlyargcount]
    # From 3.15 on, a generator expression asks for the iterator of what it is given before it is a generator.
    made = function(*[_NoItems()] * positional, **dict.fromkeys(keywords))
    made.close()
    return made


def range_iterator(start, step, left):
    return iter(range(start, start + left * step, step))


def itemgetter(arguments, keywords):
    return operator.itemgetter(*arguments, **keywords)


def attrgetter(arguments, keywords):
    return operator.attrgetter(*arguments, **keywords)


def comparison_key(function, item):
    made = functools.cmp_to_key(function)
    return made if item is iterators.MISSING else made(item)


def methodcaller(arguments, keywords):
    return operator.methodcaller(*arguments, **keywords)


def deque(cls, items, maxlen):
    """A deque of this class, without calling its `__init__`, which the trace has run."""
    made = collections.deque.__new__(cls)
    collections.deque.__init__(made, items, maxlen)
    return made


def array_iterator(array, index):
    """An iterator at this index; one that has come to its end has none."""
    return _advanced(iter(array), index) if index >= 0 else _advanced(iter(array[:0]), 1)


def deque_iterator(queue, left, changes, seen):
    made = collections.deque.__iter__(queue)
    return _of_deque(made, queue, left, changes[0] == seen, members.deque_iterator_state, members.deque_iterator_left)


def deque_reverse_iterator(queue, left, changes, seen):
    made = collections.deque.__reversed__(queue)
    return _of_deque(made, queue, left, changes[0] == seen, members.deque_reverse_iterator_state, members.deque_reverse_iterator_left)


def _of_deque(iterator, queue, left, is_current, state, remaining):
    """An iterator with so many items left. Where the deque has changed since, its state is not the deque's any more, and its
    next step raises."""
    if is_current:
        return _advanced(iterator, collections.deque.__len__(queue) - left)
    state.__set__(iterator, -1)
    remaining.__set__(iterator, left)
    return iterator


# Of the C class, for a subclass may have methods of its own, which the trace has run. The namespace of a class is at hand as a
# mappingproxy, whose views are the dict's.


def dict_keys(mapping):
    return mapping.keys() if type(mapping) is types.MappingProxyType else dict.keys(mapping)


def dict_values(mapping):
    return mapping.values() if type(mapping) is types.MappingProxyType else dict.values(mapping)


def dict_items(mapping):
    return mapping.items() if type(mapping) is types.MappingProxyType else dict.items(mapping)


def dict_iterator(mapping, index):
    return _advanced(iter(dict_keys(mapping)), index)


def dict_value_iterator(mapping, index):
    return _advanced(iter(dict_values(mapping)), index)


def dict_item_iterator(mapping, index):
    return _advanced(iter(dict_items(mapping)), index)


def dict_reverse_iterator(mapping, index):
    return _advanced(reversed(dict_keys(mapping)), index)


def dict_reverse_value_iterator(mapping, index):
    return _advanced(reversed(dict_values(mapping)), index)


def dict_reverse_item_iterator(mapping, index):
    return _advanced(reversed(dict_items(mapping)), index)


def iterate_ordered(mapping, view, backwards):
    """The iterator of an OrderedDict, or of one of its views; `view` says which."""
    view = getattr(collections.OrderedDict, view)(mapping)
    return reversed(view) if backwards else iter(view)


def ordered_iterator(mapping, index, view, backwards):
    return _advanced(iterate_ordered(mapping, view, backwards), index)


def set_iterator(container, keys, index):
    native = set if issubclass(type(container), set) else frozenset
    return _advanced(native.__iter__(container), index)


def bound(descriptor, receiver):
    """A C function bound to its first argument."""
    if isinstance(descriptor, types.ClassMethodDescriptorType):
        return descriptor.__get__(None, receiver)
    # With the class, which some functions of 3.11 take for granted without asking whether it is there.
    return descriptor.__get__(receiver, type(receiver))


def mapping_proxy(mapping):
    """A mappingproxy; of a class's namespace the class's own."""
    return mapping if type(mapping) is types.MappingProxyType else types.MappingProxyType(mapping)


class _Taken:
    """An iterable with a given iterator, so that an `__iter__` of the program, which the trace has run, is not called
    again."""

    def __init__(self, iterator):
        self.iterator = iterator

    def __iter__(self):
        return self.iterator


def zip_iterator(iterators, strict):
    return zip(*map(_Taken, iterators), strict=strict)


def map_iterator(function, iterators):
    return map(function, *map(_Taken, iterators))


def filter_iterator(function, iterator):
    return filter(function, _Taken(iterator))


def enumerate_iterator(iterator, count):
    return enumerate(_Taken(iterator), count)


def partial(function, arguments, keywords):
    made = functools.partial(function)
    made.__setstate__((function, arguments, keywords, None))  # which keeps these objects; a call would copy them
    return made


def traceback(rest, frame, offset, line):
    """The entry of a frame that has ended. `frame` has its code and globals, and then its frame object in their place."""
    if len(frame) == 2:
        code, names = frame
        if code.co_freevars:
            # The frame has no function, in whose closure CPython would look for them.
            code = code.replace(co_freevars=())
        frame[:] = [_engine.ended_frame(code, names)]
    return types.TracebackType(rest, frame[0], offset, line)


def exception(cls, args, cause, context, suppress_context, traceback):
    # The nearest base of C, past the methods of the user's classes, which the trace has run.
    native = cls
    while native.__flags__ & HEAP_TYPE:
        native = native.__base__
    made = native.__new__(cls, *args)
    native.__init__(made, *args)  # some classes keep a part of their arguments once more
    # Where C code keeps them, whatever the class does with attributes. A cause says that the context is not shown.
    BaseException.args.__set__(made, args)
    BaseException.__cause__.__set__(made, cause)
    BaseException.__context__.__set__(made, context)
    BaseException.__suppress_context__.__set__(made, suppress_context)
    BaseException.__traceback__.__set__(made, traceback)
    return made


# ---------------------------------------------------------------- itertools: `alternator.polyfills.iterators` says what the parts are


def repeat(item, left):
    return itertools.repeat(item) if left is None else itertools.repeat(item, left)


def chain(parts):
    outer, inner = parts
    if outer is None:
        return itertools.chain()
    outer = _Taken(outer)
    return itertools.chain.from_iterable(outer if inner is None else itertools.chain((_Taken(inner),), outer))


def starmap(function, iterator):
    return itertools.starmap(function, _Taken(iterator))


def filterfalse(function, iterator):
    return itertools.filterfalse(function, _Taken(iterator))


def compress(data, selectors):
    return itertools.compress(_Taken(data), _Taken(selectors))


def cycle(parts):
    iterator, saved, index = parts
    if iterator is None:
        return _advanced(itertools.cycle(saved), index)
    # Seen once more by the real one, which keeps them too.
    return _advanced(itertools.cycle(itertools.chain(saved, _Taken(iterator))), len(saved))


def islice(parts):
    iterator, stop, step, taken, before = parts
    if iterator is None:
        return itertools.islice((), 0)
    return itertools.islice(_Taken(iterator), before - taken, None if stop is None else stop - taken, step)


def accumulate(parts):
    iterator, function, total, stage = parts
    if stage == 0:
        return itertools.accumulate(_Taken(iterator), function)
    if total is None:  # which would stand for no total
        return _advanced(itertools.accumulate(itertools.chain((None,), _Taken(iterator)), function), 1)
    return _advanced(itertools.accumulate(_Taken(iterator), function, initial=total), stage - 1)


def takewhile(parts):
    predicate, iterator, ended = parts
    return itertools.takewhile(predicate, () if ended else _Taken(iterator))


def _false(_):
    return False


def dropwhile(parts):
    predicate, iterator, started = parts
    return itertools.dropwhile(_false if started else predicate, _Taken(iterator))


def pairwise(parts):
    iterator, begun, last = parts
    if iterator is None:
        return itertools.pairwise(())
    iterator = _Taken(iterator)
    return itertools.pairwise(itertools.chain((last,), iterator) if begun else iterator)


def zip_longest(parts):
    iterators, left, filling = parts
    iterators = [() if iterator is None or left == 0 else _Taken(iterator) for iterator in iterators]
    return itertools.zip_longest(*iterators, fillvalue=filling)


def product(parts):
    pools, _, rows = parts
    return itertools.product(()) if pools is None else _moved_on(itertools.product(*pools), rows)


def _rows(make, parts):
    pool, _, rows, length = parts[:4]
    return make((), 1) if pool is None else _moved_on(make(pool, length), rows)


def permutations(parts):
    return _rows(itertools.permutations, parts)


def combinations(parts):
    return _rows(itertools.combinations, parts)


def combinations_with_replacement(parts):
    return _rows(itertools.combinations_with_replacement, parts)


def _moved_on(iterator, count):
    """Advances an iterator by many steps in C."""
    collections.deque(itertools.islice(iterator, count), 0)
    return iterator


def groupby(parts):
    iterator, key, item, item_key, group_key = parts[:5]
    if group_key is iterators.MISSING:
        return itertools.groupby(_Taken(iterator), key)
    waiting = item is not iterators.MISSING
    known = item_key if waiting else group_key
    # The last item that was taken comes once more. Its key is known, and is not asked for again.
    made = itertools.groupby(itertools.chain((item,), _Taken(iterator)), _KeyKnownOnce(known, key))
    # An item that waits ended its group, unless it has begun one: then both have the same key.
    if known is group_key:
        _, begun = next(made)
        if not waiting:
            next(begun)
    return made


class _KeyKnownOnce:
    """A key function with a given result for the first item."""

    def __init__(self, known, key):
        self.known, self.key = [known], key

    def __call__(self, item):
        if self.known:
            return self.known.pop()
        return item if self.key is None else self.key(item)


def group(parent, parts, number, key):
    """A group of groupby; empty if its parent has moved on."""
    return itertools._grouper(parent, key) if parts[5] == number else itertools._grouper(itertools.groupby(()), None)


def tee(shared, position):
    """One of the iterators of a `tee`; the first one rebuilt keeps an iterator at the beginning for the others to
    copy."""
    if shared[2] is None:
        shared[2] = itertools.tee(itertools.chain(shared[1], _Taken(shared[0])), 1)[0]
    return _moved_on(copy.copy(shared[2]), position)


def context_token(variable, was_set, before, value, is_used):
    """A token for a context variable that was set to `value`. Its previous value is that at the frame's entry, unless the trace
    had set another one."""
    outer = variable.set(before) if was_set else None
    token = variable.set(value)
    if is_used:
        variable.reset(token)
    if was_set:
        variable.reset(outer)
    return token
