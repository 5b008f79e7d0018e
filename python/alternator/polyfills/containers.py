"""Lists, dicts and deques: what their C methods do, where Python says it best."""

from __future__ import annotations

import operator
from collections import OrderedDict, deque

from .breaking import has_special, is_a, type_name
from . import this_version


def same_or_equal(left, right):
    """What containers take for the same item. A rule does this: which of two equal texts it is does not matter."""
    return left is right or left == right


# ---------------------------------------------------------------- dict


def is_dict(value):
    """Whether C code that joins or compares dicts takes this one. A rule does this."""
    raise NotImplementedError("known to the engine alone")


def update_dict(self, other):
    """`dict.update(self, other)`: what `self` overrides is not asked; what `other` does, where it iterates in its own way."""
    if is_a(other, dict) and type(other).__iter__ is dict.__iter__:
        for key in dict.keys(other):
            dict.__setitem__(self, key, dict.__getitem__(other, key))
    elif hasattr(other, "keys"):
        for key in _keys(other):
            dict.__setitem__(self, key, other[key])
    else:
        index = 0
        for item in other:
            pair = item if type(item) is list or type(item) is tuple else this_version.pair_of(item, index)
            if len(pair) != 2:
                raise ValueError(f"dictionary update sequence element #{index} has length {len(pair)}; 2 is required")
            key, value = pair
            dict.__setitem__(self, key, value)
            index += 1


def _keys(mapping):
    """What C code has `keys()` give, all of it before it asks for a value."""
    keys = mapping.keys()
    if not has_special(keys, "__iter__") and not has_special(keys, "__getitem__"):
        raise TypeError(f"{type_name(mapping)}.keys() returned a non-iterable (type {type_name(keys)})")
    return list(iter(keys))


def unpack_mapping(items, mapping):
    """`{**mapping}`, which before 3.15 takes an AttributeError of the mapping for a sign that it is none."""
    is_mapping = True
    try:
        dict.update(items, mapping)
    except AttributeError:
        if not this_version.HIDES_ERRORS_OF_MAPPINGS and hasattr(mapping, "keys"):
            raise
        is_mapping = False
    if not is_mapping:
        raise TypeError(f"'{type_name(mapping)}' object is not a mapping")


def merge_keywords(function, keywords, mapping):
    """Adds what the call `function(**keywords, **mapping)` is given by the mapping."""
    is_mapping = True
    try:
        if is_a(mapping, dict) and type(mapping).__iter__ is dict.__iter__:
            pairs = dict.items(mapping)
        else:
            pairs = [(key, mapping[key]) for key in _keys(mapping)]
    except AttributeError:
        if not this_version.HIDES_ERRORS_OF_MAPPINGS and hasattr(mapping, "keys"):
            raise
        is_mapping, pairs = False, ()
    if not is_mapping:
        this_version.not_unpacked("**", _called(function), type(mapping))
    for key, value in pairs:
        if key in keywords:
            raise TypeError(f"{_called(function)} got multiple values for keyword argument '{key}'")
        keywords[key] = value


def not_expanded(function, arguments):
    """Raised by `function(*arguments)` of what cannot be iterated."""
    this_version.not_unpacked("*", _called(function), type(arguments))


def _called(function):
    """How errors name what is called."""
    name = getattr(function, "__qualname__", None)
    if name is None:
        return str(function)
    module = getattr(function, "__module__", None)
    return f"{name}()" if module is None or module == "builtins" else f"{module}.{name}()"


def as_item(item):
    """What a set looks for when it is asked for `item`."""
    raise NotImplementedError("known to the engine alone")


def ordered_or(left, right):
    """`left | right`, where one of them is an OrderedDict."""
    if not is_dict(left) or not is_dict(right):
        return NotImplemented
    result = type(left if is_a(left, OrderedDict) else right)(left)
    update_mapping(result, right)
    return result


def update_mapping(self, other):
    """`MutableMapping.update`, which OrderedDict shares: it stores by `self[key] = …`."""
    if hasattr(other, "keys"):
        for key in other.keys():
            self[key] = other[key]
    else:
        for pair in other.items() if hasattr(other, "items") else other:
            parts = []
            for part in pair:
                parts.append(part)
                if len(parts) == 3:
                    this_version.too_many(pair, 2)
            if len(parts) < 2:
                raise ValueError(f"need more than {len(parts)} value{'s' if not parts else ''} to unpack")
            self[parts[0]] = parts[1]


def no_such_key(key):
    """What an OrderedDict raises: `PyErr_SetObject` takes a tuple for the error's arguments, and an error as it is."""
    if key is None:
        raise KeyError
    if is_a(key, tuple):
        raise KeyError(*tuple.__iter__(key))
    raise key if is_a(key, KeyError) else KeyError(key)


def check_mapping(mapping):
    # A deque has its items as a sequence alone.
    if not has_special(mapping, "__getitem__") or is_a(mapping, (list, tuple)) or type(mapping).__getitem__ is deque.__getitem__:
        raise TypeError(f"mappingproxy() argument must be a mapping, not {type_name(mapping)}")


def dict_from_keys(cls, iterable, value):
    result = cls()
    for key in iterable:
        result[key] = value
    return result


def dict_equal(self, other):
    if not is_dict(other):
        return NotImplemented
    if dict.__len__(self) != dict.__len__(other):
        return False
    for key in dict.keys(self):
        if not dict.__contains__(other, key):
            return False
        mine, theirs = dict.__getitem__(self, key), dict.__getitem__(other, key)
        if not same_or_equal(mine, theirs):
            return False
    return True


def dict_not_equal(self, other):
    equal = dict_equal(self, other)
    return equal if equal is NotImplemented else not equal


def ordered_dict_equal(self, other):
    from collections import OrderedDict

    equal = dict_equal(self, other)
    if equal is True and is_a(other, OrderedDict):
        return list(dict.keys(self)) == list(dict.keys(other))
    return equal


def ordered_dict_not_equal(self, other):
    equal = ordered_dict_equal(self, other)
    return equal if equal is NotImplemented else not equal


def count_elements(mapping, iterable):
    """What `collections.Counter` counts with."""
    get = mapping.get
    for item in iterable:
        mapping[item] = get(item, 0) + 1


# ---------------------------------------------------------------- list and tuple


def not_concatenated(other, kind):
    raise TypeError(f'can only concatenate {kind} (not "{type_name(other)}") to {kind}')


def first_difference(left, right):
    """The place of the first items that differ, or of the end of the shorter. A rule does this, past what subclasses say."""
    length = min(len(left), len(right))
    return next((index for index in range(length) if not same_or_equal(left[index], right[index])), length)


def contents(container):
    """The items of a list, tuple, deque or set, as a list: again a rule, past any `__iter__` of a subclass."""
    return list(container)


def sequence_equal(self, other, kind):
    if not is_a(other, kind):
        return NotImplemented
    if kind.__len__(self) != kind.__len__(other):
        return False
    # Comparing may have changed them.
    index = first_difference(self, other)
    return index >= kind.__len__(self) == kind.__len__(other)


def list_equal(self, other):
    return sequence_equal(self, other, list)


def tuple_equal(self, other):
    return sequence_equal(self, other, tuple)


def list_not_equal(self, other):
    equal = sequence_equal(self, other, list)
    return equal if equal is NotImplemented else not equal


def tuple_not_equal(self, other):
    equal = sequence_equal(self, other, tuple)
    return equal if equal is NotImplemented else not equal


def _compared(left, right, kind, by_item, by_length):
    if not is_a(right, kind):
        return NotImplemented
    index = first_difference(left, right)
    if index < kind.__len__(left) and index < kind.__len__(right):
        return by_item(kind.__getitem__(left, index), kind.__getitem__(right, index))
    return by_length(kind.__len__(left), kind.__len__(right))


def _less(left, right):
    return left < right


def _less_equal(left, right):
    return left <= right


def _greater(left, right):
    return left > right


def _greater_equal(left, right):
    return left >= right


def list_less(self, other):
    return _compared(self, other, list, _less, _less)


def list_less_equal(self, other):
    return _compared(self, other, list, _less_equal, _less_equal)


def list_greater(self, other):
    return _compared(self, other, list, _greater, _greater)


def list_greater_equal(self, other):
    return _compared(self, other, list, _greater_equal, _greater_equal)


def tuple_less(self, other):
    return _compared(self, other, tuple, _less, _less)


def tuple_less_equal(self, other):
    return _compared(self, other, tuple, _less_equal, _less_equal)


def tuple_greater(self, other):
    return _compared(self, other, tuple, _greater, _greater)


def tuple_greater_equal(self, other):
    return _compared(self, other, tuple, _greater_equal, _greater_equal)


def bound_of_slice(value):
    """A bound as C functions take it that know no None there."""
    if not has_special(value, "__index__"):
        raise TypeError("slice indices must be integers or have an __index__ method")
    return operator.index(value)


def sequence_index(self, value, start=0, stop=9223372036854775807, /):
    start, stop = bound_of_slice(start), bound_of_slice(stop)
    kind = list if is_a(self, list) else tuple
    length = kind.__len__(self)
    if start < 0:
        start = max(start + length, 0)
    if stop < 0:
        stop = max(stop + length, 0)
    index = start
    # Comparing may change a list.
    while index < stop and index < kind.__len__(self):
        if same_or_equal(kind.__getitem__(self, index), value):
            return index
        index += 1
    if kind is list:
        raise ValueError(this_version.NOT_IN_LIST.replace("None", repr(value)))
    raise ValueError("tuple.index(x): x not in tuple")


def list_count(self, value, /):
    index = count = 0
    # Comparing may change the list.
    while index < list.__len__(self):
        if same_or_equal(list.__getitem__(self, index), value):
            count += 1
        index += 1
    return count


def tuple_count(self, value, /):
    count = 0
    for item in contents(self):
        if same_or_equal(item, value):
            count += 1
    return count


def list_remove(self, value, /):
    index = 0
    while index < list.__len__(self):
        if same_or_equal(list.__getitem__(self, index), value):
            list.__delitem__(self, index)
            return
        index += 1
    raise ValueError("list.remove(x): x not in list")


def slice_of_range(self, key):
    start, stop, step = key.indices(len(self))
    return range(
        self.start + start * self.step,
        self.start + stop * self.step,
        self.step * step,
    )


def range_contains(self, value):
    if type(value) is not int and type(value) is not bool:
        for item in self:
            if item == value:
                return True
        return False
    if self.step > 0:
        inside = self.start <= value < self.stop
    else:
        inside = self.stop < value <= self.start
    return inside and (value - self.start) % self.step == 0


def range_index(self, value, /):
    if type(value) is int or type(value) is bool:
        if not range_contains(self, value):
            raise ValueError(this_version.NOT_IN_RANGE.replace("5", repr(value)))
        return (value - self.start) // self.step
    index = 0
    for item in self:
        if item == value:
            return index
        index += 1
    raise ValueError("sequence.index(x): x not in sequence")


def range_count(self, value, /):
    if type(value) is int or type(value) is bool:
        return 1 if range_contains(self, value) else 0
    count = 0
    for item in self:
        if item == value:
            count += 1
    return count


def range_equal(self, other):
    if not is_a(other, range):
        return NotImplemented
    length = len(self)
    if length != len(other) or length == 0:
        return length == len(other)
    return self.start == other.start and (length == 1 or self.step == other.step)


def slice_indices(self, length, /):
    length = operator.index(length)
    if length < 0:
        raise ValueError("length should not be negative")

    def whole(value):
        if not has_special(value, "__index__"):
            raise TypeError("slice indices must be integers or None or have an __index__ method")
        return operator.index(value)

    step = 1 if self.step is None else whole(self.step)
    if step == 0:
        raise ValueError("slice step cannot be zero")
    lower = -1 if step < 0 else 0
    upper = length - 1 if step < 0 else length

    def bound(value, default):
        if value is None:
            return default
        value = whole(value)
        if value < 0:
            return max(value + length, lower)
        return min(value, upper)

    start = bound(self.start, upper if step < 0 else lower)
    stop = bound(self.stop, lower if step < 0 else upper)
    return start, stop, step


def slice_equal(self, other):
    if not is_a(other, slice):
        return NotImplemented
    return (self.start, self.stop, self.step) == (other.start, other.stop, other.step)


# ---------------------------------------------------------------- deque


def check_deque_index(index):
    if not has_special(index, "__index__"):
        raise TypeError(f"sequence index must be integer, not '{type_name(index)}'")


def deque_add(self, other, /):
    if not isinstance(other, deque):
        not_concatenated(other, "deque")
    made = deque.copy(self)
    deque.extend(made, other)
    return made


def deque_inplace_add(self, other, /):
    deque.extend(self, other)
    return self


def deque_multiply(self, count, /):
    return deque_inplace_multiply(deque.copy(self), count)


def deque_inplace_multiply(self, count, /):
    times = operator.index(count)
    if times <= 0:
        deque.clear(self)
    elif times > 1:
        # C code makes a list of two or more items, and so asks `__iter__` and `__len__` of a subclass.
        size = deque.__len__(self)
        items = list(self) if size > 1 else list(deque.__iter__(self))
        longest = deque.maxlen.__get__(self)
        if longest is not None and size > 1 and times * size > longest:
            times = (longest + size - 1) // size
        for _ in range(times - 1):
            deque.extend(self, items)
    return self


def deque_contains(self, value, /):
    """Its own iterator says when a comparison has changed the deque."""
    for item in deque.__iter__(self):
        if same_or_equal(item, value):
            return True
    return False


def deque_count(self, value, /):
    count = 0
    for item in deque.__iter__(self):
        if same_or_equal(item, value):
            count += 1
    return count


def deque_index(self, value, start=0, stop=9223372036854775807, /):
    start, stop = bound_of_slice(start), bound_of_slice(stop)
    length = deque.__len__(self)
    if start < 0:
        start = max(start + length, 0)
    if stop < 0:
        stop = max(stop + length, 0)
    index = 0
    for item in deque.__iter__(self):
        if index >= stop:
            break
        if index >= start and same_or_equal(item, value):
            return index
        index += 1
    raise ValueError(this_version.NOT_IN_DEQUE.replace("None", repr(value)))


def deque_remove(self, value, /):
    length = deque.__len__(self)
    for index in range(length):
        found = same_or_equal(deque.__getitem__(self, index), value)
        if deque.__len__(self) != length:
            raise IndexError("deque mutated during iteration")
        if found:
            deque.__delitem__(self, index)
            return
    raise ValueError(this_version.NOT_TO_BE_REMOVED.replace("None", repr(value)))


def rotate(items, n):
    """`deque.rotate` on the deque's list."""
    n %= len(items)
    items[:] = items[-n:] + items[:-n] if n else items


def without(items, left_out):
    """The items of a tuple but for one object."""
    return tuple([item for item in items if item is not left_out])
