"""The steps of itertools' iterators. Each takes `parts`, the list of what its iterator keeps, and changes it;
`alternator.runtime.rebuild` knows the same parts and makes the real iterator of them."""

from __future__ import annotations

import operator

from . import this_version
from .breaking import has_special, is_a
from .containers import same_or_equal

_END = object()


def next_key(place):
    """The key that an iterator over a dict gives next, and moves it on."""
    raise NotImplementedError("known to the engine alone")


def value_at(mapping, key):
    raise NotImplementedError("known to the engine alone")


def check_number(value):
    if type(value) is not complex and not any(has_special(value, name) for name in ("__index__", "__int__", "__float__")):
        raise TypeError("a number is required")


def chain_next(parts):
    """Parts: the iterator of iterables (None at the end), the iterator that gives items now (or None)."""
    while parts[0] is not None:
        if parts[1] is None:
            try:
                parts[1] = iter(next(parts[0]))
            except BaseException:
                parts[0] = None
                raise
        item = next(parts[1], _END)
        if item is not _END:
            return item
        parts[1] = None
    raise StopIteration


def cycle_next(parts):
    """Parts: the iterator (None once it has ended), what it gave, the place in that."""
    if parts[0] is not None:
        item = next(parts[0], _END)
        if item is not _END:
            parts[1].append(item)
            return item
        parts[0] = None
    saved = parts[1]
    if not saved:
        raise StopIteration
    item = saved[parts[2]]
    parts[2] = (parts[2] + 1) % len(saved)
    return item


_LARGEST = 9223372036854775807


def _bound(value, default):
    if value is None:
        return default
    try:
        number = operator.index(value)
    except TypeError:
        return -1
    return number if number <= _LARGEST else -1


def islice_parts(iterable, *bounds):
    """Parts: the iterator (None at the end), where to stop (None: nowhere), the step, how many items were
    taken, and how many lie before the next one to give."""
    start, step = 0, 1
    if len(bounds) == 1:
        stop = _bound(bounds[0], None)
        if stop == -1:
            raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    else:
        start, stop = _bound(bounds[0], 0), _bound(bounds[1], None)
        if stop == -1:
            raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
        if len(bounds) == 3:
            step = _bound(bounds[2], 1)
    if start < 0 or stop is not None and stop < 0:
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if step < 1:
        raise ValueError("Step for islice() must be a positive integer or None.")
    return [iter(iterable), stop, step, 0, start]


def islice_next(parts):
    iterator, stop, step, taken, before = parts
    if iterator is None:
        raise StopIteration
    try:
        while taken < before:
            next(iterator)
            taken += 1
            parts[3] = taken
        if stop is not None and taken >= stop:
            raise StopIteration
        item = next(iterator)
    except BaseException:
        parts[0] = None
        raise
    parts[3] = taken + 1
    parts[4] = before + step if stop is None else min(before + step, stop)
    return item


def accumulate_next(parts):
    """Parts: the iterator, the function or None, the total, and how far it is: 0 where nothing was seen yet,
    1 where the initial value comes next, 2 on the way."""
    iterator, function, total, stage = parts
    if stage != 1:
        item = next(iterator)
        if stage == 0:
            total = item
        else:
            total = total + item if function is None else function(total, item)
        parts[2] = total
    parts[3] = 2
    return total


def takewhile_next(parts):
    """Parts: the predicate, the iterator, whether it has ended."""
    predicate, iterator, ended = parts
    if ended:
        raise StopIteration
    item = next(iterator)
    if predicate(item):
        return item
    parts[2] = True
    raise StopIteration


def dropwhile_next(parts):
    """Parts: the predicate, the iterator, whether it gives items already."""
    predicate, iterator, started = parts
    item = next(iterator)
    while not started:
        if not predicate(item):
            parts[2] = True
            return item
        item = next(iterator)
    return item


def filterfalse_next(function, iterator):
    while True:
        item = next(iterator)
        if not (item if function is None or function is bool else function(item)):
            return item


def compress_next(data, selectors):
    while True:
        item = next(data)
        if next(selectors):
            return item


def pairwise_next(parts):
    """Parts: the iterator (None at the end), whether it has begun, the last item."""
    iterator = parts[0]
    if iterator is None:
        raise StopIteration
    try:
        if not parts[1]:
            parts[2] = next(iterator)
            parts[1] = True
        first = parts[2]
        parts[2] = next(iterator)
    except BaseException:
        parts[0] = parts[2] = None
        raise
    return first, parts[2]


def zip_longest_next(parts):
    """Parts: the list of iterators (None for those at their end), how many go on, the value to fill with."""
    iterators, left, filling = parts
    if left == 0:
        raise StopIteration
    row = []
    for index in range(len(iterators)):
        item = filling
        if iterators[index] is not None:
            try:
                item = next(iterators[index], _END)
            except BaseException:
                parts[1] = 0
                raise
            if item is _END:
                parts[1] -= 1
                if parts[1] == 0:
                    raise StopIteration
                iterators[index] = None
                item = filling
        row.append(item)
    return tuple(row)


# ---------------------------------------------------------------- groupby
# Parts: the iterator, the key function or None, an item that was seen and not given, its key, the key of the
# group that was begun last, and the number of that group (0: the groups before are over). None of an item or
# key is `MISSING`.

MISSING = object()


def groupby_parts(iterable, key):
    return [iter(iterable), key, MISSING, MISSING, MISSING, 0, 0]


def _step(parts):
    item = next(parts[0])
    key = item if parts[1] is None else parts[1](item)
    parts[2], parts[3] = item, key


def groupby_next(parts):
    """The key of the next group, whose number is in the parts then."""
    parts[5] = 0
    while parts[3] is MISSING or parts[4] is not MISSING and same_or_equal(parts[4], parts[3]):
        _step(parts)
    parts[4] = parts[3]
    parts[6] += 1
    parts[5] = parts[6]
    return parts[4]


def group_next(parts, number, key):
    if parts[5] != number:
        raise StopIteration
    if parts[2] is MISSING:
        _step(parts)
    if not same_or_equal(key, parts[3]):
        raise StopIteration
    item = parts[2]
    if item is MISSING:  # the comparison has taken it
        raise StopIteration
    parts[2] = parts[3] = MISSING
    return item


# ---------------------------------------------------------------- tee


def tee_item(shared, position):
    """Shared by the iterators of one `tee`: the iterator, what it gave, an iterator that `alternator.runtime.rebuild` keeps,
    and whether an item is being taken."""
    given = shared[1]
    if position == len(given):
        if shared[3]:
            raise RuntimeError("cannot re-enter the tee iterator")
        shared[3] = True
        try:
            given.append(next(shared[0]))
        finally:
            shared[3] = False
    return given[position]


# ---------------------------------------------------------------- combinations and the like
# Parts: the pool (None at the end), the indices of the last row (None at the beginning), and how many rows
# there were, which is how many the real iterator is moved on by.


def _row(parts, pool, indices):
    parts[2] += 1
    return tuple([pool[index] for index in indices])


def _over(parts):
    parts[0] = None
    raise StopIteration


def _pool(parts):
    if parts[0] is None:
        raise StopIteration
    return parts[0]


def _first_row(parts, pool, indices, length):
    """The indices are those of the first row, and perhaps of what it leaves; a row longer than they is none."""
    if length > len(indices):
        _over(parts)
    parts[1] = indices
    return _row(parts, pool, indices[:length])


def product_next(parts):
    """Here the pool is a list of pools."""
    pools, indices = _pool(parts), parts[1]
    if indices is None:
        parts[1] = indices = [0] * len(pools)
        for pool in pools:
            if not pool:
                _over(parts)
    else:
        place = len(pools) - 1
        while place >= 0:
            indices[place] += 1
            if indices[place] < len(pools[place]):
                break
            indices[place] = 0
            place -= 1
        if place < 0:
            _over(parts)
    parts[2] += 1
    return tuple([pools[place][indices[place]] for place in range(len(pools))])


def permutations_parts(iterable, length):
    pool = tuple(iterable)
    if length is None:
        length = len(pool)
    elif not is_a(length, int):
        raise TypeError("Expected int as r")
    if length < 0:
        raise ValueError(this_version.NO_NUMBER_TO_PERMUTE)
    return [pool, None, 0, length, []]


def permutations_next(parts):
    """Two more parts: the length of a row, and how often each place is yet to turn."""
    pool, (_, indices, _, length, turns) = _pool(parts), parts
    size = len(pool)
    if indices is None:
        parts[4] = list(range(size, size - length, -1))
        return _first_row(parts, pool, list(range(size)), length)
    for place in range(length - 1, -1, -1):
        turns[place] -= 1
        if turns[place] == 0:
            indices[place:] = indices[place + 1 :] + indices[place : place + 1]
            turns[place] = size - place
        else:
            other = size - turns[place]
            indices[place], indices[other] = indices[other], indices[place]
            return _row(parts, pool, indices[:length])
    return _over(parts)


def combinations_parts(iterable, length):
    length, pool = operator.index(length), tuple(iterable)
    if length < 0:
        raise ValueError(this_version.NO_NUMBER_TO_COMBINE)
    return [pool, None, 0, length]


def combinations_next(parts):
    pool, (_, indices, _, length) = _pool(parts), parts
    size = len(pool)
    if indices is None:
        return _first_row(parts, pool, list(range(min(length, size))), length)
    for place in range(length - 1, -1, -1):
        if indices[place] != place + size - length:
            indices[place] += 1
            for later in range(place + 1, length):
                indices[later] = indices[later - 1] + 1
            return _row(parts, pool, indices)
    return _over(parts)


def combinations_with_replacement_next(parts):
    pool, (_, indices, _, length) = _pool(parts), parts
    size = len(pool)
    if indices is None:
        return _first_row(parts, pool, [0] * length if size else [], length)
    for place in range(length - 1, -1, -1):
        if indices[place] != size - 1:
            indices[place:] = [indices[place] + 1] * (length - place)
            return _row(parts, pool, indices)
    return _over(parts)
