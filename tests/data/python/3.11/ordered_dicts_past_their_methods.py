"""Ordered dicts that are written to past their own methods, or changed while they are gone through."""

from collections import OrderedDict

import torch

from attempts import attempt


def written_past(extra):
    ordered = OrderedDict(a=1, b=2)
    dict.__setitem__(ordered, "c", extra)
    torch._dynamo.graph_break()
    return list(ordered), len(ordered), "c" in ordered, ordered == {"a": 1, "b": 2, "c": 3}


def deleted_past(extra):
    ordered = OrderedDict(a=1, b=2, c=extra)
    dict.__delitem__(ordered, "b")
    torch._dynamo.graph_break()
    return list(ordered)


def items_of_deleted(extra):
    ordered = OrderedDict(a=1, b=2, c=extra)
    dict.__delitem__(ordered, "b")
    torch._dynamo.graph_break()
    return list(ordered.items())


def cleared_past(extra):
    ordered = OrderedDict(a=1, b=extra)
    dict.clear(ordered)
    torch._dynamo.graph_break()
    for key in ordered:
        ordered[key]
    return len(ordered)


def popped_while_iterated(extra):
    ordered = OrderedDict(a=1, b=2, c=extra)
    seen = []
    for key in ordered:
        seen.append(key)
        ordered.popitem()
    return seen


def moved_while_iterated(extra):
    ordered = OrderedDict(a=1, b=2, c=extra)
    seen = []
    for key in ordered:
        seen.append(key)
        if len(seen) < 6:
            ordered.move_to_end(key)
    return seen, list(ordered)


def grown_while_iterated(extra):
    ordered = OrderedDict(a=1, b=extra)
    for key in ordered:
        ordered[key * 2] = 1
    return ordered


def deleted_while_iterated(extra):
    ordered = OrderedDict(a=1, b=2, c=extra)
    for key in reversed(ordered):
        del ordered["b"]
    return ordered


def replaced_while_iterated(extra):
    ordered = OrderedDict(a=1, b=2, c=extra)
    seen = []
    for key, value in ordered.items():
        seen.append((key, value))
        del ordered[key]
        ordered[key] = value
    return seen


def next_one_goes(extra):
    ordered = OrderedDict.fromkeys("abcde", extra)
    keys = iter(ordered)
    seen = [next(keys)]
    ordered.move_to_end("b")
    seen.append(next(keys))
    del ordered["c"]
    seen.append(next(keys))
    return seen


def goes_over_a_break(extra):
    ordered = OrderedDict.fromkeys("abcde", extra)
    seen = []
    for key in ordered:
        seen.append(key)
        torch._dynamo.graph_break()
        if key == "b":
            del ordered["c"]
    return seen


def moved_over_a_break(extra):
    ordered = OrderedDict.fromkeys("abc", extra)
    seen = []
    for key in ordered:
        torch._dynamo.graph_break()
        seen.append(key)
        if len(seen) < 5:
            ordered.move_to_end(key)
    return seen


def from_outside(ordered):
    seen = []
    for key in ordered:
        seen.append(key)
        if len(seen) == 2:
            ordered.pop("c", None)
    return seen


def moved_from_outside(ordered):
    seen = []
    for key, value in ordered.items():
        seen.append((key, value))
        if len(seen) < 5:
            ordered.move_to_end("b", last=len(seen) % 2)
    return seen


def views_while_changed(extra):
    ordered = OrderedDict(a=1, b=2, c=extra)
    keys, values = ordered.keys(), iter(ordered.values())
    first = next(values)
    ordered.clear()
    return first, list(keys), next(values)


class Counting(OrderedDict):
    def __missing__(self, key):
        return key + "?"


def missing_in_items(extra):
    counting = Counting(a=1, b=2, c=extra)
    dict.__delitem__(counting, "b")
    return list(counting.items())


def program():
    functions = [
        written_past, deleted_past, items_of_deleted, cleared_past, popped_while_iterated, moved_while_iterated, grown_while_iterated,
        deleted_while_iterated, replaced_while_iterated, next_one_goes, goes_over_a_break, moved_over_a_break, views_while_changed,
        missing_in_items,
    ]
    found = [(function.__name__, attempt(function, 3)) for function in functions]
    for function in (from_outside, moved_from_outside):
        ordered = OrderedDict.fromkeys("abcde")
        found.append((attempt(function, ordered), list(ordered)))
        dict.__setitem__(ordered, "f", 1)
        found.append((attempt(function, ordered), list(ordered)))
    return found


# expect captured
# in pieces
# as written: goes_over_a_break
# as written: moved_over_a_break
# as written: resume_in_from_outside
# as written: resume_in_moved_from_outside
# as written: resume_in_program
# as written: views_while_changed
