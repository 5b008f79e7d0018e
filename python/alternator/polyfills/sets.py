"""Sets, frozensets and views of dicts: what their C methods do, where Python says it best."""

from __future__ import annotations


def _kind(self):
    return frozenset if isinstance(self, frozenset) else set


def set_union(self, *others):
    result = set(self)
    for other in others:
        for item in other:
            result.add(item)
    return _kind(self)(result)


def set_intersection(self, *others):
    items = list(self)
    for other in others:
        other = other if isinstance(other, (set, frozenset, dict)) else set(other)
        items = [item for item in items if item in other]
    return _kind(self)(items)


def set_difference(self, *others):
    items = list(self)
    for other in others:
        other = other if isinstance(other, (set, frozenset, dict)) else set(other)
        items = [item for item in items if item not in other]
    return _kind(self)(items)


def set_symmetric_difference(self, other):
    other = set(other)
    items = [item for item in self if item not in other]
    return _kind(self)(items + [item for item in other if item not in self])


def set_update(self, *others):
    for other in others:
        for item in list(other) if isinstance(other, (set, frozenset, dict)) else other:
            set.add(self, item)


def set_intersection_update(self, *others):
    kept = set_intersection(self, *others)
    for item in list(self):
        if item not in kept:
            set.discard(self, item)


def set_difference_update(self, *others):
    for other in others:
        for item in list(other) if isinstance(other, (set, frozenset, dict)) else other:
            set.discard(self, item)


def set_symmetric_difference_update(self, other):
    for item in list(set(other)):
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
    return _is_set(other) or isinstance(other, (type({}.keys()), type({}.items())))


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


def view_and(self, other):
    return set_intersection(set(self), other)


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
