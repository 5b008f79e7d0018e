"""Sets, frozensets and views of dicts: what their C methods do, where Python says it best."""

from __future__ import annotations


def _kind(self):
    return frozenset if isinstance(self, frozenset) else set


def _of_kind(self, result):
    # A set made anew may have another order.
    return frozenset(result) if isinstance(self, frozenset) else result


def set_union(self, *others):
    result = set(self)
    for other in others:
        for item in other:
            result.add(item)
    return _of_kind(self, result)


def _common(self, other):
    """Of two equal items, the one of `other` is kept; of two sets, that of the smaller."""
    if isinstance(other, (set, frozenset)) and len(other) > len(self):
        self, other = other, self
    return [item for item in other if item in self]


def set_intersection(self, *others):
    kind, result = _kind(self), self
    for other in others:
        if other is not result:
            result = kind(_common(result, other))
    return result if result is not self else kind(self)


def set_difference(self, *others):
    items = list(self)
    for other in others:
        other = other if isinstance(other, (set, frozenset, dict)) else set(other)
        items = [item for item in items if item not in other]
    return _kind(self)(items)


def set_symmetric_difference(self, other):
    result = set(other)
    set_symmetric_difference_update(result, self)
    return _of_kind(self, result)


def set_update(self, *others):
    for other in others:
        for item in list(other) if isinstance(other, (set, frozenset, dict)) else other:
            set.add(self, item)


def set_intersection_update(self, *others):
    kept = list(set_intersection(self, *others))
    set.clear(self)
    for item in kept:
        set.add(self, item)


def set_difference_update(self, *others):
    for other in others:
        for item in list(other) if isinstance(other, (set, frozenset, dict)) else other:
            set.discard(self, item)


def set_symmetric_difference_update(self, other):
    for item in list(other if isinstance(other, (set, frozenset, dict)) else set(other)):
        if set.__contains__(self, item):
            set.discard(self, item)
        else:
            set.add(self, item)


def set_is_subset(self, other, /):
    other = other if isinstance(other, (set, frozenset, dict)) else set(other)
    for item in self:
        if item not in other:
            return False
    return True


def set_is_superset(self, other, /):
    for item in other:
        if item not in self:
            return False
    return True


def set_is_disjoint(self, other, /):
    for item in other:
        if item in self:
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


def _is_set(other):
    """Whether a set computes with it. A view of a dict does so itself, and gives a new set."""
    return isinstance(other, (set, frozenset))


def _compares(other):
    return _is_set(other) or _is_view(other)


def set_or(self, other):
    return set_union(self, other) if _is_set(other) else NotImplemented


def set_and(self, other):
    return set_intersection(self, other) if _is_set(other) else NotImplemented


def set_subtract(self, other):
    return set_difference(self, other) if _is_set(other) else NotImplemented


def set_xor(self, other):
    return set_symmetric_difference(self, other) if _is_set(other) else NotImplemented


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
    if not _compares(other):
        return NotImplemented
    return len(self) == len(other) and set_is_superset(self, other)


def set_not_equal(self, other):
    equal = set_equal(self, other)
    return equal if equal is NotImplemented else not equal


def set_less_equal(self, other):
    if not _compares(other):
        return NotImplemented
    return len(self) <= len(other) and set_is_superset(other, self)


def set_less(self, other):
    if not _compares(other):
        return NotImplemented
    return len(self) < len(other) and set_is_superset(other, self)


def set_greater_equal(self, other):
    if not _compares(other):
        return NotImplemented
    return len(self) >= len(other) and set_is_superset(self, other)


def set_greater(self, other):
    if not _compares(other):
        return NotImplemented
    return len(self) > len(other) and set_is_superset(self, other)


def _is_view(other):
    return isinstance(other, (type({}.keys()), type({}.items())))


def view_and(self, other):
    if not _is_view(self):
        self, other = other, self
    if type(other) is set and len(self) <= len(other):
        self, other = other, self
    elif _is_view(other) and len(other) > len(self):
        self, other = other, self
    return set([item for item in other if item in self])


def view_or(self, other):
    return set_union(set(self), other)


def view_or_reflected(self, other):
    return set_union(set(other), self)


def view_subtract(self, other):
    return set_difference(set(self), other)


def view_subtract_reflected(self, other):
    return set_difference(set(other), self)


def view_xor(self, other):
    return set_symmetric_difference(set(self), other)


def view_xor_reflected(self, other):
    return set_symmetric_difference(set(other), self)
