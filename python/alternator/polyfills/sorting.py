"""`list.sort`, comparison by comparison.

Programs see in which order their `__lt__` is asked, what a sort makes of items that have no order (NaN, sets), and how it
leaves a list when a comparison fails. So this is CPython's own way (Objects/listsort.txt): runs that are there already
are extended by binary insertion, and merged as their powers say, galloping where one of them wins often.

`items` are pairs of a key and a value, `less` compares two pairs.
"""

from __future__ import annotations

import operator
from types import FunctionType

from . import this_version
from .breaking import dict_of, mro_of
from .sets import in_any_order

# A run that wins so often in a row is gone through in strides.
GALLOP = 7


def sorted(iterable, /, *, key=None, reverse=False):
    items = list(in_any_order(iterable) if key is None else iterable)
    _sort(items, key, reverse)
    return items


def sort_list(self, key, reverse):
    """`list.sort`: the list is empty meanwhile, so that a change of it is noticed."""
    items = list.copy(self)
    list.clear(self)
    try:
        _sort(items, key, reverse)
    finally:
        changed = list.__len__(self) > 0
        list.__setitem__(self, slice(None), items)
    if changed:
        raise ValueError("list modified during sort")


def _sort(items, key, reverse):
    if type(reverse) is not bool:
        reverse = bool(reverse) if this_version.REVERSE_IS_A_TRUTH else operator.index(reverse) != 0
    keys = list(items) if key is None else [key(item) for item in items]
    known = known_order(keys, reverse)
    if known is not None:
        order, error = known
        items[:] = [items[index] for index in order]
        if error is not None:
            raise error[0](*error[1:])
        return
    pairs = list(zip(keys, items))
    # Reversed before and after, equal items keep their order.
    if reverse:
        pairs.reverse()
    try:
        sort_pairs(pairs)
    finally:
        if reverse:
            pairs.reverse()
        items[:] = [item for _, item in pairs]


def known_order(keys, reverse):
    """What `order_of` gives, or None where not all keys are known while tracing."""
    raise NotImplementedError("known to the engine alone")


def order_of(keys, reverse):
    """The order that `list.sort` gives keys, as a list of their indices, and the error that stops it, or None."""
    order = list(range(len(keys)))
    try:
        order.sort(key=keys.__getitem__, reverse=reverse)
    except Exception as error:
        return order, (type(error), *error.args)
    return order, None


def sort_pairs(items):
    """Sorts pairs in place by their keys. A comparison that fails leaves them as far as they were."""
    length = len(items)
    if length < 2:
        return
    less = _less(items)
    # Each run that waits to be merged: its start, its length and its power.
    waiting = []
    gallop = GALLOP
    start = rest = 0
    while start < length:
        run = _run(less, items, start, length)
        shortest, rest = this_version.shortest_run(length, rest)
        if run < shortest:
            wanted = min(shortest, length - start)
            _insert(less, items, start, start + run, start + wanted)
            run = wanted
        if waiting:
            power = _power(waiting[-1], run, length)
            while len(waiting) > 1 and waiting[-2][2] > power:
                gallop = _merge(less, items, waiting, len(waiting) - 2, gallop)
            waiting[-1][2] = power
        waiting.append([start, run, 0])
        start += run
    while len(waiting) > 1:
        index = len(waiting) - 2
        if index > 0 and waiting[index - 1][1] < waiting[index + 1][1]:
            index -= 1
        gallop = _merge(less, items, waiting, index, gallop)


def _by_operator(left, right):
    return left[0] < right[0]


def _less(items):
    """How two pairs are compared. Where all keys are of one class, `__lt__` of that is asked before the operator is."""
    cls = type(items[0][0])
    own = next((dict_of(base)["__lt__"] for base in mro_of(cls) if "__lt__" in dict_of(base)), None)
    if type(own) is not FunctionType:
        return _by_operator
    for key, _ in items:
        if type(key) is not cls:
            return _by_operator

    def by_method(left, right):
        if type(left[0]) is cls:
            answer = cls.__lt__(left[0], right[0])
            if answer is not NotImplemented:
                return answer
        return left[0] < right[0]

    return by_method


def _reverse(items, start, stop):
    items[start:stop] = items[start:stop][::-1]


def _run(less, items, start, stop):
    """The length of the run that begins here. One that descends is reversed."""
    if start + 1 == stop:
        return 1
    if this_version.RUNS_HOLD_EQUALS:
        return _run_with_equals(less, items, start, stop)
    end = start + 2
    if less(items[start + 1], items[start]):
        while end < stop and less(items[end], items[end - 1]):
            end += 1
        _reverse(items, start, end)
    else:
        while end < stop and not less(items[end], items[end - 1]):
            end += 1
    return end - start


def _run_with_equals(less, items, start, stop):
    """Since CPython 3.13 a run that descends may hold items that are equal; reversed, it may go on ascending."""
    end = start + 1
    while end < stop and not less(items[end], items[end - 1]):
        end += 1
    if end == stop:
        return end - start
    if end > start + 1:
        if less(items[start], items[end - 1]):
            return end - start
        _reverse(items, start, end)
    end += 1
    equals = 0
    while end < stop:
        if less(items[end], items[end - 1]):
            if equals:
                _reverse(items, end - equals - 1, end)
            equals = 0
        elif less(items[end - 1], items[end]):
            break
        else:
            equals += 1
        end += 1
    if equals:
        _reverse(items, end - equals - 1, end)
    _reverse(items, start, end)
    while end < stop and not less(items[end], items[end - 1]):
        end += 1
    return end - start


def _insert(less, items, start, middle, stop):
    """Sorts items[start:stop], of which those before `middle` are in order."""
    for index in range(middle, stop):
        pivot = items[index]
        low, high = start, index
        while low < high:
            probe = low + (high - low) // 2
            if less(pivot, items[probe]):
                high = probe
            else:
                low = probe + 1
        items.insert(low, items.pop(index))


def _power(run, following, length):
    """The depth of the border between two neighbouring runs in the tree of merges (powersort)."""
    left = 2 * run[0] + run[1]
    right = left + run[1] + following
    power = 1
    while left >= length or right < length:
        if left >= length:
            left -= length
            right -= length
        left *= 2
        right *= 2
        power += 1
    return power


def _gallop_left(less, pivot, items, start, length, hint):
    """Before which of the run's items the pivot belongs, before those that equal it. The search begins at the hint."""
    near, far = 0, 1
    if less(items[start + hint], pivot):
        most = length - hint
        while far < most and less(items[start + hint + far], pivot):
            near, far = far, 2 * far + 1
        near, far = hint + near, hint + min(far, most)
    else:
        most = hint + 1
        while far < most and not less(items[start + hint - far], pivot):
            near, far = far, 2 * far + 1
        near, far = hint - min(far, most), hint - near
    near += 1
    while near < far:
        probe = near + (far - near) // 2
        if less(items[start + probe], pivot):
            near = probe + 1
        else:
            far = probe
    return far


def _gallop_right(less, pivot, items, start, length, hint):
    """Before which of the run's items the pivot belongs, behind those that equal it. The search begins at the hint."""
    near, far = 0, 1
    if less(pivot, items[start + hint]):
        most = hint + 1
        while far < most and less(pivot, items[start + hint - far]):
            near, far = far, 2 * far + 1
        near, far = hint - min(far, most), hint - near
    else:
        most = length - hint
        while far < most and not less(pivot, items[start + hint + far]):
            near, far = far, 2 * far + 1
        near, far = hint + near, hint + min(far, most)
    near += 1
    while near < far:
        probe = near + (far - near) // 2
        if less(pivot, items[start + probe]):
            far = probe
        else:
            near = probe + 1
    return far


def _merge(less, items, waiting, index, gallop):
    """Merges two neighbouring runs into the first, and gives back how many wins in a row start a gallop from now on."""
    left, left_length, _ = waiting[index]
    right, right_length, power = waiting.pop(index + 1)
    waiting[index] = [left, left_length + right_length, power]
    # What is in its place already.
    skipped = _gallop_right(less, items[right], items, left, left_length, 0)
    left += skipped
    left_length -= skipped
    if left_length == 0:
        return gallop
    right_length = _gallop_left(less, items[right - 1], items, right, right_length, right_length - 1)
    if right_length == 0:
        return gallop
    if left_length <= right_length:
        return _merge_forwards(less, items, left, right, right + right_length, gallop)
    return _merge_backwards(less, items, left, right, right + right_length, gallop)


def _merge_forwards(less, items, start, right, stop, gallop):
    """Merges items[start:right] with items[right:stop]. The left ones stand aside meanwhile."""
    aside = items[start:right]
    left, count = 0, right - start
    place = start
    try:
        items[place] = items[right]
        place, right = place + 1, right + 1
        while right < stop and left < count - 1:
            left_wins = right_wins = 0
            while left_wins < gallop and right_wins < gallop:
                if less(items[right], aside[left]):
                    items[place] = items[right]
                    right += 1
                    left_wins, right_wins = 0, right_wins + 1
                else:
                    items[place] = aside[left]
                    left += 1
                    left_wins, right_wins = left_wins + 1, 0
                place += 1
                if right == stop or left == count - 1:
                    return gallop
            gallop += 1
            while True:
                gallop = max(gallop - 1, 1)
                left_wins = _gallop_right(less, items[right], aside, left, count - left, 0)
                items[place : place + left_wins] = aside[left : left + left_wins]
                left, place = left + left_wins, place + left_wins
                if left_wins and left >= count - 1:
                    return gallop
                items[place] = items[right]
                right, place = right + 1, place + 1
                if right == stop:
                    return gallop
                right_wins = _gallop_left(less, aside[left], items, right, stop - right, 0)
                items[place : place + right_wins] = items[right : right + right_wins]
                right, place = right + right_wins, place + right_wins
                if right == stop:
                    return gallop
                items[place] = aside[left]
                left, place = left + 1, place + 1
                if left == count - 1:
                    return gallop
                if left_wins < GALLOP and right_wins < GALLOP:
                    break
            gallop += 1
        return gallop
    finally:
        if left == count - 1 and right < stop:
            # The last of the left ones is the greatest.
            items[place : place + stop - right] = items[right:stop]
            place += stop - right
        items[place : place + count - left] = aside[left:]


def _merge_backwards(less, items, start, right, stop, gallop):
    """The same from the end, the right ones standing aside."""
    aside = items[right:stop]
    left, count = right, stop - right
    place = stop
    try:
        left, place = left - 1, place - 1
        items[place] = items[left]
        while left > start and count > 1:
            left_wins = right_wins = 0
            while left_wins < gallop and right_wins < gallop:
                if less(aside[count - 1], items[left - 1]):
                    left, place = left - 1, place - 1
                    items[place] = items[left]
                    left_wins, right_wins = left_wins + 1, 0
                else:
                    count, place = count - 1, place - 1
                    items[place] = aside[count]
                    left_wins, right_wins = 0, right_wins + 1
                if left == start or count == 1:
                    return gallop
            gallop += 1
            while True:
                gallop = max(gallop - 1, 1)
                length = left - start
                left_wins = length - _gallop_right(less, aside[count - 1], items, start, length, length - 1)
                left, place = left - left_wins, place - left_wins
                items[place : place + left_wins] = items[left : left + left_wins]
                if left == start:
                    return gallop
                count, place = count - 1, place - 1
                items[place] = aside[count]
                if count == 1:
                    return gallop
                right_wins = count - _gallop_left(less, items[left - 1], aside, 0, count, count - 1)
                count, place = count - right_wins, place - right_wins
                items[place : place + right_wins] = aside[count : count + right_wins]
                if right_wins and count <= 1:
                    return gallop
                left, place = left - 1, place - 1
                items[place] = items[left]
                if left == start:
                    return gallop
                if left_wins < GALLOP and right_wins < GALLOP:
                    break
            gallop += 1
        return gallop
    finally:
        if count == 1 and left > start:
            # The first of the right ones is the least.
            length = left - start
            place -= length
            items[place : place + length] = items[start:left]
        items[place - count : place] = aside[:count]
