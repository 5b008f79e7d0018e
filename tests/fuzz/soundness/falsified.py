"""How guards are made false, by their rule: changes after which what the guard has seen is no longer so."""

from __future__ import annotations

import contextlib
import types
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

import numpy
import torch

from fuzz.soundness.places import Change, Impossible, Path, Places, attribute

# Dicts with more keys are not put back into their order, which changes when a key goes and comes.
MOST_ORDERED = 300


class Guard:
    def __init__(self, places: Places, rule: str, path: Path, parameter: Any, fact: str, text: str) -> None:
        self.places, self.rule, self.path, self.parameter, self.fact, self.text = places, rule, path, parameter, fact, text

    @property
    def object(self) -> Any:
        return self.places.at(self.path)

    def changes(self) -> Iterator[Change]:
        """Each made when it is asked for: what one has undone the next finds as it was."""
        if self.rule in FALSIFIED:
            for change in FALSIFIED[self.rule](self):
                if change is not None:
                    yield change

    def put(self, new: Any, label: str) -> Change | None:
        try:
            return self.places.put(self.path, new, label)
        except (Impossible, TypeError, AttributeError, ValueError, KeyError, OverflowError):
            return None


Changes = Iterator[Change | None]
FALSIFIED: dict[str, Callable[[Guard], Changes]] = {}


def falsifies(*rules: str) -> Callable[[Any], Any]:
    def note(changes: Callable[[Guard], Changes]) -> Any:
        FALSIFIED.update(dict.fromkeys(rules, changes))
        return changes

    return note


class Other:
    """An object that is nothing else."""


@falsifies("TYPE_MATCH", "NN_MODULE")
def of_another_class(guard: Guard) -> Changes:
    now = guard.object
    for new in (None, 5, "text", Other(), [now], (now,)):
        if type(new) is not type(now):
            yield guard.put(new, f"a {type(new).__name__} in its place")
    cls = type(now)
    with contextlib.suppress(TypeError):
        sub = type("Sub", (cls,), {"__slots__": ()})
        if cls in (list, dict, tuple, set, int, str, float):
            yield guard.put(sub(now), "an instance of a subclass in its place")
        else:
            setter = types.ModuleType.__setattr__ if isinstance(now, types.ModuleType) else object.__setattr__
            setter(now, "__class__", sub)
            setter(now, "__class__", cls)
            yield attribute("its class is a subclass", now, "__class__", cls, sub)


@falsifies("ID_MATCH", "FUNCTION_MATCH")
def another_object(guard: Guard) -> Changes:
    now = guard.object
    for new in (None, Other(), lambda *_: None, int, bool, 3):
        if new is not now:
            yield guard.put(new, f"{new!r} in its place")
    if isinstance(now, types.FunctionType):
        copy = types.FunctionType(now.__code__, now.__globals__, now.__name__, now.__defaults__, now.__closure__)
        yield guard.put(copy, "a copy of the function in its place")
    with contextlib.suppress(TypeError):
        if isinstance(now, type):
            yield guard.put(type("Sub", (now,), {}), "a subclass in its place")


@falsifies("EQUALS_MATCH", "CONSTANT_MATCH")
def another_value(guard: Guard) -> Changes:
    now = guard.object
    others: list[Any] = [None, Other(), True, False, 0, 1, 0.0, -0.0, "", (), ..., 1j, float("nan")]
    if isinstance(now, (int, float)):
        others += [now + 1, -now, float(now) if abs(now) < 2**60 else 0.5, now + 0.5, now + 2**64, complex(now) if abs(now) < 2**60 else 1j]
        others += [type("Whole", (int,), {})(now)] if isinstance(now, int) else [type("Real", (float,), {})(now)]
    if isinstance(now, str):
        others += [now + "a", now[:-1], now.upper(), type("Text", (str,), {})(now), now.encode(errors="replace")]
    if isinstance(now, tuple):
        others += [(*now, 1), now[:-1], list(now), type("Tuple", (tuple,), {})(now), now[::-1]]
    if isinstance(now, (torch.dtype, torch.device)):
        others += [torch.float16, torch.int8, torch.device("meta"), str(now)]
    for new in others:
        # A NaN is another number than itself.
        if type(new) is not type(now) or new != now and new == new or repr(new) != repr(now):
            yield guard.put(new, f"{new!r} in its place")


@falsifies("SEQUENCE_LENGTH")
def other_lengths(guard: Guard) -> Changes:
    now = guard.object
    if isinstance(now, list):
        yield Change("an item more", lambda: list.append(now, None), lambda: list.pop(now))
        if now:
            last = list.__getitem__(now, -1)
            yield Change("an item less", lambda: list.pop(now), lambda: list.append(now, last))
    elif isinstance(now, tuple):
        yield guard.put(tuple.__new__(type(now), (*now, None)), "one with an item more")
        if now:
            yield guard.put(tuple.__new__(type(now), tuple(now)[:-1]), "one with an item less")
    elif isinstance(now, dict):
        yield from other_keys(guard)


def removed(now: dict, key: Any, label: str) -> Change:
    """A key goes. Those behind it are stored again afterwards, so that the order is what it was."""
    value = dict.__getitem__(now, key)
    keys = list(dict.keys(now))
    behind = keys[keys.index(key) + 1 :] if len(keys) <= MOST_ORDERED else []
    pop, put = dict.pop, dict.__setitem__

    def undo() -> None:
        put(now, key, value)
        for other in behind:
            put(now, other, pop(now, other))

    return Change(label, lambda: pop(now, key), undo)


def added(now: dict, key: Any, label: str) -> Change:
    return Change(label, lambda: dict.__setitem__(now, key, None), lambda: dict.pop(now, key))


@falsifies("DICT_LENGTH", "DICT_KEYS", "ORDERED_KEYS")
def other_keys(guard: Guard) -> Changes:
    now = guard.object
    ordered = type(now).__name__ == "OrderedDict" or hasattr(now, "move_to_end")
    if ordered:
        cls = type(now)
        yield Change("a key more", lambda: cls.__setitem__(now, "a new key", None), lambda: cls.__delitem__(now, "a new key"))
        if len(now) > 1:
            first, last = next(iter(now)), next(reversed(now))
            yield Change("the first key last", lambda: cls.move_to_end(now, first), lambda: cls.move_to_end(now, first, False))
            yield Change("the last key first", lambda: cls.move_to_end(now, last, False), lambda: cls.move_to_end(now, last))
        return
    yield added(now, "a new key", "a key more")
    yield added(now, 10**30, "a key more, an int")
    if not now or len(now) > MOST_ORDERED:
        return
    keys = list(dict.keys(now))
    for key in dict.fromkeys((keys[0], keys[-1])):
        yield removed(now, key, f"{key!r} is gone")
    if len(keys) > 1 and guard.rule == "DICT_KEYS":
        change = removed(now, keys[0], "")
        value = dict.__getitem__(now, keys[0])

        def last() -> None:
            change.do()
            dict.__setitem__(now, keys[0], value)

        yield Change("the first key last", last, lambda: (dict.pop(now, keys[0]), change.undo()))
    if type(keys[-1]) is str and guard.rule == "DICT_KEYS":
        same = type("Text", (str,), {})(keys[-1])
        value = dict.__getitem__(now, keys[-1])
        pop, put = dict.pop, dict.__setitem__
        yield Change(
            "an equal key of a subclass",
            lambda: (pop(now, keys[-1]), put(now, same, value)),
            lambda: (pop(now, same), put(now, keys[-1], value)),
        )


@falsifies("DICT_CONTAINS")
def keys_that_come_and_go(guard: Guard) -> Changes:
    now, key = guard.object, guard.parameter
    if key in dict.keys(now):
        if not isinstance(now, OrderedDict):
            yield removed(now, key, f"{key!r} is gone")
    elif not isinstance(now, OrderedDict):
        yield added(now, key, f"{key!r} has come")


@falsifies("NOT_IN_INSTANCE_DICT")
def attributes_that_come_and_go(guard: Guard) -> Changes:
    names = object.__getattribute__(guard.object, "__dict__")
    if guard.parameter in names:
        yield removed(names, guard.parameter, f"{guard.parameter!r} is gone")
    else:
        yield added(names, guard.parameter, f"{guard.parameter!r} has come")


@falsifies("SET_ITEMS")
def other_items(guard: Guard) -> Changes:
    now = guard.object
    yield guard.put(type(now)([*now, "a new item"]), "one with an item more")
    if now:
        yield guard.put(type(now)(list(now)[1:]), "one with an item less")


@falsifies("TABLE_COPIED")
def tables_of_other_sizes(guard: Guard) -> Changes:
    # A set keeps the place of an item that is gone, and its copy does not.
    if guard.fact == "True":
        with_gap = set(guard.object)
        with_gap.add(marker := object())
        with_gap.discard(marker)
        yield guard.put(with_gap, "one from which an item is gone")


@falsifies("POPPED_NEXT")
def sets_that_were_popped(guard: Guard) -> Changes:
    if len(guard.object) > 1:
        popped = guard.object.copy()
        popped.add(popped.pop())
        yield guard.put(popped, "one of which an item was taken")


@falsifies("CLOSURE_MATCH")
def other_code(guard: Guard) -> Changes:
    now = guard.object
    code = now.__code__
    yield attribute("its code is a copy", now, "__code__", code, code.replace(co_name="other"))
    others = types.FunctionType(code, dict(now.__globals__), now.__name__, now.__defaults__, now.__closure__)
    yield guard.put(others, "a function with other globals in its place")
    yield guard.put(len, "a C function in its place")
    yield guard.put(None, "None in its place")


@falsifies("DEFAULTS")
def other_defaults(guard: Guard) -> Changes:
    now = guard.object
    before = now.__defaults__
    for defaults in (None, (), (1,), (*(before or ()), 1), (before or ())[1:]):
        if len(defaults or ()) != len(before or ()):
            yield attribute(f"__defaults__ = {defaults!r:.60}", now, "__defaults__", before, defaults)


@falsifies("KEYWORD_DEFAULTS")
def other_keyword_defaults(guard: Guard) -> Changes:
    now = guard.object
    before = now.__kwdefaults__
    for defaults in (None, {}, {**(before or {}), "a_new_name": 1}):
        if list(defaults or ()) != list(before or ()):
            yield attribute(f"__kwdefaults__ = {defaults!r:.60}", now, "__kwdefaults__", before, defaults)
    if before is not None:
        yield added(before, "a_new_name", "a name more in place")


@falsifies("CELL_CONTENTS")
def cells_that_fill(guard: Guard) -> Changes:
    cell = guard.object
    try:
        contents = cell.cell_contents
    except ValueError:
        yield Change("something in the cell", lambda: setattr(cell, "cell_contents", 1), lambda: delattr(cell, "cell_contents"))
        return
    yield Change("nothing in the cell", lambda: delattr(cell, "cell_contents"), lambda: setattr(cell, "cell_contents", contents))


@falsifies("WEAKREF_ALIVE")
def references_that_die(guard: Guard) -> Changes:
    if guard.object() is not None:
        dead = Other()
        reference = weakref.ref(dead)
        del dead
        yield guard.put(reference, "a dead reference in its place")
    else:
        guard.alive = Other()
        yield guard.put(weakref.ref(guard.alive), "a live reference in its place")


@falsifies("CONTEXT_HAS")
def values_in_contexts(guard: Guard) -> Changes:
    variable = guard.object
    if guard.fact == "False":
        tokens: list[Any] = []
        yield Change("a value in the context", lambda: tokens.append(variable.set(1)), lambda: variable.reset(tokens.pop()))


def in_class(cls: type, name: str, new: Any, label: str) -> Change | None:
    """Puts an attribute into a class, if it takes any."""
    missing = Other()
    old = type.__getattribute__(cls, "__dict__").get(name, missing)
    put, take = type.__setattr__, type.__delattr__
    undo = (lambda: take(cls, name)) if old is missing else (lambda: put(cls, name, old))
    try:
        put(cls, name, new)
    except TypeError:
        return None
    undo()
    return Change(label, lambda: put(cls, name, new), undo)


@falsifies("TYPE_LOOKUP", "OWN_ATTRIBUTE")
def attributes_of_classes(guard: Guard) -> Changes:
    cls, name = guard.object, guard.parameter
    # A class that had a `__new__` of its own makes instances otherwise ever after.
    if name in ("__new__", "__class__", "__slots__", "__abstractmethods__", "__module__", "__name__", "__qualname__", "__doc__"):
        return
    for base in type.mro(cls)[:-1] if guard.rule == "TYPE_LOOKUP" else [cls]:
        yield in_class(base, name, lambda *_: NotImplemented, f"{base.__name__}.{name} is another function")
        own = type.__getattribute__(base, "__dict__")
        if name in own:
            old = own[name]
            # A base may say the same, as torch.Tensor's says of methods in C.
            below = [above for above in type.mro(base)[1:] if name in type.__getattribute__(above, "__dict__")]
            if guard.rule == "TYPE_LOOKUP" and below and type.__getattribute__(below[0], "__dict__")[name] is old:
                break
            with contextlib.suppress(TypeError):
                type.__delattr__(base, name)
                type.__setattr__(base, name, old)
                put, take = type.__setattr__, type.__delattr__
                yield Change(f"{base.__name__}.{name} is gone", lambda: take(base, name), lambda: put(base, name, old))
            break


@falsifies("SPECIAL_METHODS")
def methods_of_classes(guard: Guard) -> Changes:
    cls = guard.object
    for name in guard.parameter:
        if not isinstance(getattr(cls, name, None), types.FunctionType):
            yield in_class(cls, name, lambda *_: NotImplemented, f"{cls.__name__}.{name} has come")


@falsifies("CLASS_MRO")
def other_bases(guard: Guard) -> Changes:
    cls = guard.object
    before = cls.__bases__
    with contextlib.suppress(TypeError):
        after = (*(base for base in before if base is not object), type("Mixin", (), {}))
        cls.__bases__ = after
        cls.__bases__ = before
        yield attribute("another base", cls, "__bases__", before, after)


@falsifies("INT_MATCH")
def no_small_ints(guard: Guard) -> Changes:
    for new in (True, 2.5, None, 2**62 + 1, -(2**70), type("Whole", (int,), {})(3), "3"):
        yield guard.put(new, f"{new!r} in its place")


@falsifies("FLOAT_ORDER", "FLOAT_EQUAL")
def floats_elsewhere(guard: Guard) -> Changes:
    now, other = guard.object, guard.parameter

    def seen(x: float) -> Any:
        return x == other if guard.rule == "FLOAT_EQUAL" else (x < other, x == other, x > other)

    near = float(other) if abs(other) < 1e300 else 1.0
    for new in (near, near + 1, near - 1, near * (1 + 2**-50), near * (1 - 2**-50), float("inf"), float("-inf"), float("nan"), 0.0):
        if seen(new) != seen(now):
            yield guard.put(new, f"{new!r} in its place")


@falsifies("ARRAY_MATCH")
def other_arrays(guard: Guard) -> Changes:
    now: numpy.ndarray = guard.object
    yield guard.put(now.tolist(), "a list in its place")
    yield guard.put(now.astype("int8" if now.dtype != "int8" else "int16"), "an array of another type")
    yield guard.put(now[None], "an array of another dimension")
    yield guard.put(torch.ones(2), "a tensor in its place")


MODES: dict[str, tuple[tuple[str, Callable[[], Any]], ...]] = {
    "GRAD_MODE": (("the other grad mode", lambda: torch.set_grad_enabled(not torch.is_grad_enabled())),),
    "INFERENCE_MODE": (("inference mode", torch.inference_mode),),
    "AUTOCAST": (("autocast", lambda: torch.autocast("cpu")),),
    "DEFAULT_DEVICE": (("another device", lambda: torch.device("meta")),),
    "TORCH_FUNCTION_STATE": (("functions of subclasses off", torch._C.DisableTorchFunctionSubclass), ("all off", torch._C.DisableTorchFunction)),
    "TORCH_FUNCTION_MODES": (("a mode more", torch.overrides.BaseTorchFunctionMode),),
    "SAVED_TENSORS_HOOKS": (("hooks", lambda: torch.autograd.graph.saved_tensors_hooks(lambda x: x, lambda x: x)),),
}
EVERY_MODE = tuple(mode for rule, modes in MODES.items() for mode in modes if rule != "SAVED_TENSORS_HOOKS")


def setting(put: Callable[[Any], Any], get: Callable[[], Any], new: Callable[[Any], Any]) -> Callable[[], Any]:
    @contextlib.contextmanager
    def set_for_a_while() -> Iterator[None]:
        before = get()
        put(new(before))
        try:
            yield
        finally:
            put(before)

    return set_for_a_while


DTYPE = setting(torch.set_default_dtype, torch.get_default_dtype, lambda d: torch.float64 if d != torch.float64 else torch.float32)
DETERMINISTIC = setting(torch.use_deterministic_algorithms, torch.are_deterministic_algorithms_enabled, lambda on: not on)
MODES["DEFAULT_DTYPE"] = (("another dtype", DTYPE),)
MODES["DETERMINISTIC_ALGORITHMS"] = (("deterministic algorithms", DETERMINISTIC),)
MODES["GLOBAL_STATE"] = (*EVERY_MODE, ("another dtype", DTYPE), ("deterministic algorithms", DETERMINISTIC))


@falsifies(*MODES)
def other_modes(guard: Guard) -> Changes:
    for label, mode in MODES[guard.rule]:
        stack = contextlib.ExitStack()
        yield Change(label, lambda: stack.enter_context(mode()), stack.close)
