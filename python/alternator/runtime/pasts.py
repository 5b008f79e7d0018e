"""The past of a set: the calls that built it, which determine the order of its items.

A past is a tuple of steps `(method, kind, argument)`, the methods of a new set that were called one after the other:

- `item`: the argument is an item; `items`: a tuple of items; `keys`: those of a dict, in its order;
- `set`: the past of another set; `frozenset`: a frozenset that is a constant; `nothing`: there is no argument.

An item that is no constant is an object from outside; an `Item` with its hash stands for it, and compiled code puts the object
in its place.
"""

from __future__ import annotations

from typing import Any

Past = tuple[tuple[str, str, Any], ...]


class Item:
    """Stands in a past for an object, of which only the hash matters there."""

    __slots__ = ("hash",)

    def __init__(self, hash: int) -> None:
        self.hash = hash

    def __hash__(self) -> int:
        return self.hash


# So deep pasts may lie in each other.
_DEEPEST = 50


def change(target: set[Any], past: Past, items: tuple[Item, ...] = (), objects: tuple[Any, ...] = ()) -> None:
    """Applies the steps of a past to a set, ignoring overrides of its class, with objects in place of its `Item`s."""
    _change(target, _with_objects(past, items, objects), {})


def made(past: Past, items: tuple[Item, ...] = (), objects: tuple[Any, ...] = ()) -> set[Any]:
    """A set with a past."""
    return _made(_with_objects(past, items, objects), {})


def made_frozen(past: Past, items: tuple[Item, ...] = (), objects: tuple[Any, ...] = ()) -> frozenset[Any]:
    """A frozenset with a past in which it only gets items."""
    known: dict[int, set[Any]] = {}
    past = _with_objects(past, items, objects)
    given = ((argument,) if kind == "item" else _argument(kind, argument, known) for _, kind, argument in past)
    return frozenset().union(*given)


def in_order(past: Past) -> tuple[Any, ...]:
    """The items of a set with a past, in their order."""
    return tuple(made(past))


def popped(past: Past) -> Any:
    """The item that `pop` takes out."""
    return made(past).pop()


def is_plain(past: Past, items: tuple[Any, ...]) -> bool:
    """Whether adding these items one by one gives the same set as this past."""
    if all(method == "add" for method, _, _ in past):
        return [argument for _, _, argument in past] == list(items)
    if items_in(past):
        return False
    # A set of up to four items lies in the smallest table, if it has never had more.
    return _only_grew(past) and len(items) <= 4 and in_order(past) == tuple(set(list(items)))


def items_in(past: Past) -> tuple[Item, ...]:
    """What stands in a past for objects."""
    found: dict[Item, None] = {}
    _find_items(past, found, set())
    return tuple(found)


def _find_items(past: Past, found: dict[Item, None], seen: set[int]) -> None:
    for _, kind, argument in past:
        if kind == "set":
            if id(argument) not in seen:
                seen.add(id(argument))
                _find_items(argument, found, seen)
        elif kind != "frozenset":
            for item in (argument,) if kind == "item" else argument or ():
                if type(item) is Item:
                    found[item] = None


def _with_objects(past: Past, items: tuple[Item, ...], objects: tuple[Any, ...]) -> Past:
    return _filled(past, dict(zip(items, objects)), {}) if items else past


def _filled(past: Past, objects: dict[Item, Any], known: dict[int, Past]) -> Past:
    steps: list[tuple[str, str, Any]] = []
    for method, kind, argument in past:
        if kind == "set":
            # One that is met again stays the same object, as below.
            if id(argument) not in known:
                known[id(argument)] = _filled(argument, objects, known)
            argument = known[id(argument)]
        elif kind == "item":
            argument = objects[argument] if type(argument) is Item else argument
        elif kind in ("items", "keys"):
            argument = tuple(objects[item] if type(item) is Item else item for item in argument)
        steps.append((method, kind, argument))
    return tuple(steps)


def in_few_steps(past: Past) -> Past:
    """The same past in fewer calls for compiled code: consecutive additions become one `update`."""
    return _in_few_steps(past, {})


def _in_few_steps(past: Past, known: dict[int, Past]) -> Past:
    steps: list[tuple[str, str, Any]] = []
    added: list[Any] = []
    for method, kind, argument in past:
        if method == "add":
            added.append(argument)
            continue
        if added:
            steps.append(("update", "items", tuple(added)))
            added = []
        if kind == "set":
            # One that is met again stays the same object, for the set that it makes to be one as well.
            if id(argument) not in known:
                known[id(argument)] = _in_few_steps(argument, known)
            argument = known[id(argument)]
        steps.append((method, kind, argument))
    if added:
        steps.append(("update", "items", tuple(added)))
    return tuple(steps)


def growing(past: Past) -> Past | None:
    """The past as additions alone, for a frozenset, which has no other methods."""
    return past if _only_grew(past) else alike(in_order(past))


def _only_grew(past: Past) -> bool:
    return all(method in ("add", "update") for method, _, _ in past)


def is_as_deep_as_may_be(past: Past, depth: int = 0) -> bool:
    if depth == _DEEPEST:
        return True
    return any(kind == "set" and is_as_deep_as_may_be(argument, depth + 1) for _, kind, argument in past)


def alike(items: tuple[Any, ...]) -> Past | None:
    """A past that gives a set with its items in this order."""
    for past in (("update", "items", items),), (("update", "items", items[::-1]),), (("update", "keys", items),):
        if in_order(past) == items == in_order((("update", "set", past),)):
            return past
    return None


def _made(past: Past, known: dict[int, set[Any]]) -> set[Any]:
    result: set[Any] = set()
    _change(result, past, known)
    return result


def _change(target: set[Any], past: Past, known: dict[int, set[Any]]) -> None:
    for method, kind, argument in past:
        if kind == "nothing":
            getattr(set, method)(target)
            continue
        if kind in ("keys", "set"):
            argument = _argument(kind, argument, known)
        getattr(set, method)(target, argument)


def _argument(kind: str, argument: Any, known: dict[int, set[Any]]) -> Any:
    if kind == "keys":
        return dict.fromkeys(argument)
    if kind == "set":
        # One that is met again is the same set, and nothing changes it.
        if id(argument) not in known:
            known[id(argument)] = _made(argument, known)
        return known[id(argument)]
    return argument
