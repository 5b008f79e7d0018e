"""Sets, frozensets and views of dicts: what their C methods do, where Python says it best.

C code looks at what a set holds, whatever `__iter__`, `__len__` and `__contains__` its class has; of any other iterable
it asks `__iter__`. In which order it goes through two sets decides whose items the result has, of those that are equal.
"""

from __future__ import annotations

from .breaking import give_up, is_a


def _is_set(other):
    """Whether a set computes with it. A view of a dict does so itself, and gives a new set."""
    return is_a(other, (set, frozenset))


def copied(items):
    """A set of what a set or frozenset holds. A rule does this, past what subclasses say; and the next three."""
    return set(items)


def has(items, item):
    return item in items


def size(items):
    return len(items)


def drop(items, item):
    """Removes an item; whether it was there."""
    raise NotImplementedError("known to the engine alone")


def _items(items):
    """The items of a set in its order."""
    return list(frozenset.__iter__(items) if is_a(items, frozenset) else set.__iter__(items))


def _all_of(other):
    """What is added to a set that is updated with another object."""
    if _is_set(other):
        return _items(other)
    return list(dict.keys(other)) if type(other) is dict else other


def frozen(items):
    """A frozenset made of the items of a set as if it had been that set. Rules do this, and what the next functions do."""
    return frozenset(items)


def past(items):
    """How a set came to be what it is (`alternator.runtime.pasts`), or None."""
    raise NotImplementedError("known to the engine alone")


def had(items, past):
    """Says that a set has come to be like one with this past."""


def updated(items, past, other):
    """Says that a set with this past was updated with a set or dict."""


def lost(items, past, other):
    """Says that a set with this past has lost the items of another object."""


def kept(items, past, result):
    """Says that a set with this past has kept the items of `result`, in the order in which that got them."""


def is_from_outside(items):
    raise NotImplementedError("known to the engine alone")


def _given(self, result):
    """The result of a method of `self`: a plain set or frozenset."""
    return frozen(result) if is_a(self, frozenset) else result


def keys_of(items):
    """The items of a set in the order in which the trace knows them. A rule does this."""
    return list(items)


def in_any_order(iterable):
    """What is iterated for a result that does not depend on the order of different ints or texts."""
    if type(iterable) is not set and type(iterable) is not frozenset:
        return iterable
    items = keys_of(iterable)
    for item in items:
        if type(item) is not type(items[0]) or type(item) not in (int, str, bytes):
            return iterable
    return items


def _intersection(left, right):
    if left is right:
        return copied(left)
    result = set()
    if _is_set(right):
        if size(right) > size(left):
            left, right = right, left
        right = _items(right)
    for item in right:
        if has(left, item):
            set.add(result, item)
    return result


def _difference(self, other):
    if not (_is_set(other) or type(other) is dict) or size(self) // 4 > (len(other) if type(other) is dict else size(other)):
        result = copied(self)
        _remove_all(result, other)
        return result
    result = set()
    held = dict.__contains__ if type(other) is dict else has
    for item in _items(self):
        if not held(other, item):
            set.add(result, item)
    return result


def _remove_all(self, other):
    if other is self:
        set.clear(self)
        return
    before = past(self)
    if _is_set(other):
        for item in _items(other):
            drop(self, item)
        lost(self, before, other)
        return
    for item in other:
        drop(self, item)
    # At the end C code makes room.
    lost(self, past(self), ())


def set_union(self, *others):
    result = copied(self)
    for other in others:
        # C code looks for the same object: to add its items would make room for them.
        if other is not self:
            set_update(result, other)
    return _given(self, result)


def set_intersection(self, *others):
    if not others:
        return _given(self, copied(self))
    result = self
    for other in others:
        result = _intersection(result, other)
    return _given(self, result)


def set_difference(self, *others):
    result = copied(self)
    for number, other in enumerate(others):
        if number == 0:
            result = _difference(self, other)
        else:
            _remove_all(result, other)
    return _given(self, result)


def set_symmetric_difference(self, other):
    result = set()
    set_update(result, other)
    set_symmetric_difference_update(result, self)
    return _given(self, result)


def set_update(self, *others):
    for other in others:
        if other is self:
            continue
        before = past(self)
        for item in _all_of(other):
            set.add(self, item)
        if _is_set(other) or type(other) is dict:
            updated(self, before, other)


def set_intersection_update(self, *others):
    if is_from_outside(self) and (not others or any(other is self for other in others)):
        give_up("a set from outside that keeps what it holds itself, in another table")
    before = past(self)
    result = set_intersection(self, *others)
    set.clear(self)
    for item in _items(result):
        set.add(self, item)
    if is_from_outside(self):
        kept(self, before, result)
    else:
        had(self, past(result))


def set_difference_update(self, *others):
    for other in others:
        _remove_all(self, other)


def set_symmetric_difference_update(self, other):
    if other is self:
        set.clear(self)
        return
    if not _is_set(other) and type(other) is not dict:
        items = set()
        set_update(items, other)
        other = items
    for item in _all_of(other):
        if not drop(self, item):
            set.add(self, item)


def _contains_all(self, other):
    for item in _items(other):
        if not has(self, item):
            return False
    return True


def set_is_subset(self, other, /):
    if not _is_set(other):
        return size(_intersection(self, other)) == size(self)
    return size(self) <= size(other) and _contains_all(other, self)


def set_is_superset(self, other, /):
    if _is_set(other):
        return set_is_subset(other, self)
    for item in other:
        if not has(self, item):
            return False
    return True


def set_is_disjoint(self, other, /):
    if type(other) is set or type(other) is frozenset:
        if size(other) > size(self):
            self, other = other, self
        other = _items(other)
    for item in other:
        if has(self, item):
            return False
    return True


def keys_in_order(set):
    raise NotImplementedError("known to the engine alone")


class _Hashed:
    def __init__(self, place, hash):
        self.place, self.hash = place, hash

    def __hash__(self):
        return self.hash


def in_order_of_hashes(hashes):
    """The places of different keys in the order in which a set gives them, to which they were added in the order of these."""
    return tuple(key.place for key in set([_Hashed(place, hash) for place, hash in enumerate(hashes)]))


def set_or(self, other):
    return set_union(self, other) if _is_set(other) else NotImplemented


def set_and(self, other):
    return set_intersection(self, other) if _is_set(other) else NotImplemented


def set_subtract(self, other):
    return set_difference(self, other) if _is_set(other) else NotImplemented


def set_xor(self, other):
    return set_symmetric_difference(self, other) if _is_set(other) else NotImplemented


def set_or_reflected(self, other):
    return set_or(other, self) if _is_set(other) else NotImplemented


def set_and_reflected(self, other):
    return set_and(other, self) if _is_set(other) else NotImplemented


def set_subtract_reflected(self, other):
    return set_subtract(other, self) if _is_set(other) else NotImplemented


def set_xor_reflected(self, other):
    return set_xor(other, self) if _is_set(other) else NotImplemented


def set_inplace_or(self, other):
    if not _is_set(other):
        return NotImplemented
    set_update(self, other)
    return self


def set_inplace_and(self, other):
    if not _is_set(other):
        return NotImplemented
    set_intersection_update(self, other)
    return self


def set_inplace_subtract(self, other):
    if not _is_set(other):
        return NotImplemented
    set_difference_update(self, other)
    return self


def set_inplace_xor(self, other):
    if not _is_set(other):
        return NotImplemented
    set_symmetric_difference_update(self, other)
    return self


def set_equal(self, other):
    if not _is_set(other):
        return NotImplemented
    return size(self) == size(other) and _contains_all(other, self)


def set_not_equal(self, other):
    equal = set_equal(self, other)
    return equal if equal is NotImplemented else not equal


def set_less_equal(self, other):
    return set_is_subset(self, other) if _is_set(other) else NotImplemented


def set_less(self, other):
    if not _is_set(other):
        return NotImplemented
    return size(self) < size(other) and _contains_all(other, self)


def set_greater_equal(self, other):
    return set_is_subset(other, self) if _is_set(other) else NotImplemented


def set_greater(self, other):
    if not _is_set(other):
        return NotImplemented
    return size(self) > size(other) and _contains_all(self, other)


# ---------------------------------------------------------------- views of dicts

_VIEWS = (type({}.keys()), type({}.items()))


def _is_compared(other):
    return _is_set(other) or is_a(other, _VIEWS)


def _all_in(items, container):
    for item in items:
        if item not in container:
            return False
    return True


def view_equal(self, other):
    if not _is_compared(other):
        return NotImplemented
    return len(self) == len(other) and _all_in(self, other)


def view_not_equal(self, other):
    equal = view_equal(self, other)
    return equal if equal is NotImplemented else not equal


def view_less_equal(self, other):
    if not _is_compared(other):
        return NotImplemented
    return len(self) <= len(other) and _all_in(self, other)


def view_less(self, other):
    if not _is_compared(other):
        return NotImplemented
    return len(self) < len(other) and _all_in(self, other)


def view_greater_equal(self, other):
    if not _is_compared(other):
        return NotImplemented
    return len(self) >= len(other) and _all_in(other, self)


def view_greater(self, other):
    if not _is_compared(other):
        return NotImplemented
    return len(self) > len(other) and _all_in(other, self)


def view_is_disjoint(self, other, /):
    if type(other) in (set, frozenset) or is_a(other, _VIEWS):
        if len(other) > len(self):
            self, other = other, self
    for item in other:
        if item in self:
            return False
    return True


def view_and(self, other):
    """`self & other`, where either is the view."""
    if not is_a(self, _VIEWS):
        self, other = other, self
    if type(other) is set and len(self) <= len(other):
        return set_intersection(other, self)
    if is_a(other, _VIEWS) and len(other) > len(self):
        self, other = other, self
    result = set()
    for item in other:
        if item in self:
            set.add(result, item)
    return result


def set_of(view):
    """The set that C code begins with: of a plain dict itself, rather than of its keys. A rule does this."""
    return set(view)


def view_or(self, other):
    result = set_of(self)
    set_update(result, other)
    return result


def view_or_reflected(self, other):
    return view_or(other, self)


def view_subtract(self, other):
    result = set_of(self)
    set_difference_update(result, other)
    return result


def view_subtract_reflected(self, other):
    return view_subtract(other, self)


def view_xor(self, other):
    result = set_of(self)
    set_symmetric_difference_update(result, other)
    return result


def view_xor_reflected(self, other):
    return view_xor(other, self)
