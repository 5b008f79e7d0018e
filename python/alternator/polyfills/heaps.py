"""heapq's C functions: they look at the list itself, whatever its class overrides, and notice if a comparison resizes it."""

from __future__ import annotations

from .breaking import give_up, is_a


def _length(heap):
    # An error of C code otherwise, with a text of each version's own.
    if not is_a(heap, list):
        give_up("a heap that is no list")
    return list.__len__(heap)


def _item(heap, place):
    return list.__getitem__(heap, place)


def _swap(heap, first, second):
    item = _item(heap, first)
    list.__setitem__(heap, first, _item(heap, second))
    list.__setitem__(heap, second, item)


def _is_less(heap, first, second, length):
    answer = True if _item(heap, first) < _item(heap, second) else False
    if list.__len__(heap) != length:
        raise RuntimeError("list changed size during iteration")
    return answer


def _is_greater(heap, first, second, length):
    return _is_less(heap, second, first, length)


def _check(place, length):
    if place >= length:
        raise IndexError("index out of range")


def _to_root(heap, root, place, before):
    """Moves an item towards the root, up to the first that it is not before."""
    length = list.__len__(heap)
    _check(place, length)
    while place > root:
        parent = (place - 1) >> 1
        if not before(heap, place, parent, length):
            return
        _swap(heap, parent, place)
        place = parent


def _to_leaf(heap, place, before):
    """Moves an item to a leaf, the children that come first taking its place, and from there up again."""
    root, length = place, list.__len__(heap)
    _check(place, length)
    while place < length >> 1:
        child = 2 * place + 1
        if child + 1 < length and not before(heap, child, child + 1, length):
            child += 1
        _swap(heap, child, place)
        place = child
    _to_root(heap, root, place, before)


def _order(heap, before):
    for place in range((_length(heap) >> 1) - 1, -1, -1):
        _to_leaf(heap, place, before)


def _replace(heap, item, before):
    _check(0, _length(heap))
    first = _item(heap, 0)
    list.__setitem__(heap, 0, item)
    _to_leaf(heap, 0, before)
    return first


def heapify(heap, /):
    _order(heap, _is_less)


def heapify_max(heap, /):
    _order(heap, _is_greater)


def heappush(heap, item, /):
    length = _length(heap)
    list.append(heap, item)
    _to_root(heap, 0, length, _is_less)


def heappop(heap, /):
    _check(0, _length(heap))
    last = list.pop(heap)
    return _replace(heap, last, _is_less) if list.__len__(heap) else last


def heapreplace(heap, item, /):
    return _replace(heap, item, _is_less)


def heapreplace_max(heap, item, /):
    return _replace(heap, item, _is_greater)


def heappushpop(heap, item, /):
    if not _length(heap) or not _item(heap, 0) < item:
        return item
    return _replace(heap, item, _is_less)
