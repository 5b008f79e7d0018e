"""The places that guards speak of: what stands there, and how something else is put there and taken away again."""

from __future__ import annotations

import types
import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

Path = tuple[tuple[str, Any], ...]


class Change(NamedTuple):
    """Something to do and to undo. Between the two no name can be relied on: a builtin may be what was changed."""

    label: str
    do: Callable[[], Any]
    undo: Callable[[], Any]
    arguments: tuple[Any, ...] | None = None
    """What the frame is entered with instead of its own arguments."""


def nothing() -> None:
    pass


class Impossible(Exception):
    """Nothing else can stand there."""


class Places:
    """What an entry's paths lead to."""

    def __init__(self, entry: Any) -> None:
        self.arguments = tuple(entry.arguments())
        self.function = entry.function()

    def at(self, path: Path) -> Any:
        (step, operand), above = path[-1], path[:-1]
        if step in ROOTS:
            return ROOTS[step](self, operand)
        if step not in STEPS:
            raise Impossible(step)
        return STEPS[step](self.at(above), operand)

    def put(self, path: Path, new: Any, label: str) -> Change:
        """Puts an object there in place of what is there."""
        (step, operand), above = path[-1], path[:-1]
        if step == "local":
            return Change(label, nothing, nothing, (*self.arguments[:operand], new, *self.arguments[operand + 1 :]))
        if step in ROOTS or step not in STEPS:
            raise Impossible(step)
        holder, old = self.at(above), self.at(path)
        match step:
            case "item" if isinstance(holder, types.MappingProxyType):
                return attribute(label, self.at(above[:-1]), operand, old, new)
            case "item":
                return store(label, dict.__setitem__, holder, operand, old, new)
            case "sole value":
                return store(label, dict.__setitem__, holder, next(iter(dict.keys(holder))), old, new)
            case "index" if isinstance(holder, list):
                return store(label, list.__setitem__, holder, operand, old, new)
            case "index" if isinstance(holder, tuple):
                return self.put(above, tuple.__new__(type(holder), (*holder[:operand], new, *holder[operand + 1 :])), label)
            case "slot":
                put = type(operand).__set__

                def set_slot() -> None:
                    try:
                        put(operand, holder, new)
                    except (TypeError, OverflowError):
                        # A slot for a number has been set to -1 by then.
                        put(operand, holder, old)
                        raise

                return self.kept(path, new, Change(label, set_slot, lambda: put(operand, holder, old)))
            case "cell":
                return attribute(label, holder, "cell_contents", old, new)
            case "type":
                return attribute(label, holder, "__class__", old, new)
            case "attribute" | "asked attribute":
                return self.kept(path, new, attribute(label, holder, operand, old, new))
            case "default":
                before = holder.__defaults__
                return attribute(label, holder, "__defaults__", before, (*before[:operand], new, *before[operand + 1 :]))
            case "keyword default":
                return store(label, dict.__setitem__, holder.__kwdefaults__, operand, old, new)
            case "code" if isinstance(new, types.CodeType):
                return attribute(label, holder, "__code__", old, new)
            case "function" if callable(new):
                return self.put(above, types.MethodType(new, holder.__self__), label)
            case "self" if new is not None:
                return self.put(above, types.MethodType(holder.__func__, new), label)
            case "referent":
                return self.put(above, weakref.ref(new), label)
            case "context value":
                # Not by setting the old value: the variable may have had its default, and none of its own in the context.
                tokens: list[Any] = []
                return Change(label, lambda: tokens.append(holder.set(new)), lambda: holder.reset(tokens.pop()))
        raise Impossible(step)

    def kept(self, path: Path, new: Any, change: Change) -> Change:
        """A change, if it does not make another object of the new one, as C code may."""
        change.do()
        kept = self.at(path) is new
        change.undo()
        if not kept:
            raise Impossible(path[-1][0])
        return change


def store(label: str, put: Callable[..., None], holder: Any, key: Any, old: Any, new: Any) -> Change:
    return Change(label, lambda: put(holder, key, new), lambda: put(holder, key, old))


def attribute(label: str, holder: Any, name: str, old: Any, new: Any) -> Change:
    put = type.__setattr__ if isinstance(holder, type) else object.__setattr__
    if isinstance(holder, types.ModuleType):
        put = types.ModuleType.__setattr__
    return Change(label, lambda: put(holder, name, new), lambda: put(holder, name, old))


ROOTS: dict[str, Callable[[Places, Any], Any]] = {
    "local": lambda places, index: places.arguments[index],
    "closure of the frame": lambda places, index: places.function.__closure__[index],
    "function of the frame": lambda places, _: places.function,
    "held": lambda _, held: held,
    "torch": lambda *_: None,
}
STEPS: dict[str, Callable[[Any, Any], Any]] = {
    "attribute": lambda holder, name: getattr(holder, name),
    "asked attribute": lambda holder, name: getattr(holder, name),
    "dict": lambda holder, _: object.__getattribute__(holder, "__dict__"),
    "item": lambda holder, key: holder[key] if isinstance(holder, types.MappingProxyType) else dict.__getitem__(holder, key),
    "key": lambda holder, index: list(dict.keys(holder))[index],
    "sole value": lambda holder, _: next(iter(dict.values(holder))),
    "index": lambda holder, index: (list if isinstance(holder, list) else tuple).__getitem__(holder, index),
    "slot": lambda holder, descriptor: type(descriptor).__get__(descriptor, holder, type(holder)),
    "cell": lambda holder, _: holder.cell_contents,
    "type": lambda holder, _: type(holder),
    "default": lambda holder, index: holder.__defaults__[index],
    "keyword default": lambda holder, name: holder.__kwdefaults__[name],
    "closure": lambda holder, index: holder.__closure__[index],
    "code": lambda holder, _: holder.__code__,
    "globals": lambda holder, _: holder.__globals__,
    "function": lambda holder, _: holder.__func__,
    "self": lambda holder, _: holder.__self__,
    "referent": lambda holder, _: holder(),
    "context value": lambda holder, _: holder.get(),
}
