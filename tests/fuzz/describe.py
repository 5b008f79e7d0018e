"""What a program can see of objects, as values that compare by `==`.

An object is described once, under a number, and by that number where it is met again: two
descriptions are equal only if the same places hold the same objects. Constants (numbers, texts, tuples of such)
have no number: Python leaves it open whether equal ones are one object.
"""

from __future__ import annotations

import enum
import functools
import operator
import re
import types
from collections import OrderedDict, deque
from typing import Any

import numpy
import torch

CONSTANTS = (bool, int, bytes, type(None), type(Ellipsis), type(NotImplemented))
# Objects without a state that C code makes anew whenever it is asked: those that were traced are constants.
MADE_ANEW = (torch.device, types.GenericAlias, types.UnionType)
CPP_FRAMES = re.compile(r"\nException raised from .*\nframe #0: .*", re.DOTALL)
ADDRESS = re.compile(r"0x[0-9a-fA-F]{4,}")
# What torch.compile, and the backends that it shares with us, note at tensors and functions.
MARKS = ("_torchdynamo", "_dynamo_")
# Parts of a class, or of a module, that the program did not write.
OWN = re.compile(r"__\w+__$|_abc_|_is_coroutine")


class Values:
    """The numbers of a tensor; equal exactly, or to the tolerance that its backend is given."""

    __slots__ = ("tensor", "text")
    tolerance: float | None = None

    def __init__(self, tensor: torch.Tensor) -> None:
        if tensor.is_meta:
            self.text, self.tensor = "of no memory", tensor
            return
        self.text = repr(tensor.tolist()) if tensor.numel() <= 256 else ADDRESS.sub("…", repr(tensor.sum()))
        self.tensor = tensor.clone()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Values):
            return NotImplemented
        if self.text == other.text and self.tensor.numel() <= 256:
            return True
        if self.tensor.shape != other.tensor.shape or self.tensor.dtype != other.tensor.dtype:
            return False
        if Values.tolerance is None:
            return torch.equal(self.tensor.nan_to_num(), other.tensor.nan_to_num()) and self.tensor.numel() > 256
        wide = torch.complex128 if self.tensor.is_complex() else torch.float64
        return torch.allclose(
            self.tensor.to(wide), other.tensor.to(wide), rtol=Values.tolerance, atol=Values.tolerance, equal_nan=True
        )

    def __repr__(self) -> str:
        return self.text


class Description:
    """Describes objects; keeps them, so that no address is used twice."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        self.storages: dict[int, int] = {}
        self.kept: list[Any] = []

    def of(self, value: Any) -> Any:
        cls = type(value)
        if cls is str:
            return without_chance(value) if "0x" in value else value
        if cls in CONSTANTS:
            return cls.__name__, value
        if cls in MADE_ANEW:
            return cls.__name__, repr(value)
        if cls is float or cls is complex:
            return cls.__name__, repr(value)  # tells -0.0 from 0.0, and NaN is NaN
        if cls in (tuple, frozenset) and constant(value):
            return cls.__name__, [self.of(item) for item in (value if cls is tuple else sorted(value, key=repr))]
        number = self.numbers.get(id(value))
        if number is not None:
            return "the same", number
        number = len(self.numbers)
        self.numbers[id(value)] = number
        self.kept.append(value)
        return (number, class_name(cls), *self.parts(value, cls))

    def parts(self, value: Any, cls: type) -> tuple[Any, ...]:
        if cls is list or cls is tuple:
            return tuple([self.of(item) for item in value])
        if cls is dict:
            return tuple([(self.of(key), self.of(item)) for key, item in value.items()])
        if issubclass(cls, torch.Tensor):
            return self.tensor(value)
        if issubclass(cls, type):
            return self.a_class(value)
        for classes, describe in KINDS:
            if issubclass(cls, classes):
                return describe(self, value)
        return self.instance(value)

    def tensor(self, value: torch.Tensor) -> tuple[Any, ...]:
        fields: list[Any] = [str(value.dtype), str(value.device), tuple(value.shape)]
        plain = value.detach()
        if value.layout is torch.strided:
            storage = value.untyped_storage()._cdata
            fields += ["stride", value.stride(), "offset", value.storage_offset()]
            fields += ["storage", self.storages.setdefault(storage, len(self.storages))]
            if plain.is_conj() or plain.is_neg():
                fields.append("lazily negated")
        fields += ["requires grad", value.requires_grad, "leaf", value.is_leaf]
        gradient = value.grad if value.is_leaf else None
        if gradient is not None:
            fields += ["gradient", self.of(gradient)]
        if attributes := self.named(getattr(value, "__dict__", {})):
            fields.append(attributes)
        return (*fields, Values(plain))

    def instance(self, value: Any) -> tuple[Any, ...]:
        """What is in the C type of a class (a list's items), in its slots and in its dict."""
        parts: list[Any] = []
        for base, read in CONTENTS:
            if isinstance(value, base):
                parts.append(tuple(self.of(item) for item in read(value)))
                break
        for cls in type(value).__mro__:
            for name in slots_of(cls):
                try:
                    parts.append((name, self.of(object.__getattribute__(value, name))))
                except AttributeError:
                    parts.append((name, "unset"))
        try:
            attributes = object.__getattribute__(value, "__dict__")
        except AttributeError:
            return tuple(parts)
        return (*parts, self.named(attributes))

    def named(self, attributes: Any) -> tuple[Any, ...]:
        kept = [(n, v) for n, v in dict.items(attributes) if not (type(n) is str and n.startswith(MARKS))]
        return tuple([(name if type(name) is str else self.of(name), self.of(item)) for name, item in kept])

    def a_class(self, cls: type) -> tuple[Any, ...]:
        if not cls.__module__.startswith("case_"):
            return ()
        own = {n: v for n, v in cls.__dict__.items() if not OWN.match(n) and not isinstance(v, types.MemberDescriptorType)}
        return (class_name(cls), [class_name(base) for base in cls.__mro__], self.named(own))

    def function(self, value: types.FunctionType) -> tuple[Any, ...]:
        if not value.__globals__.get("__name__", "").startswith("case_"):
            return (value.__qualname__,)  # what a library's closures keep is its own affair
        cells = []
        for cell in value.__closure__ or ():
            try:
                cells.append(self.of(cell.cell_contents))
            except ValueError:
                cells.append("an empty cell")
        return (
            value.__qualname__, self.of(value.__defaults__), self.of(value.__kwdefaults__), cells, self.named(value.__dict__),
        )

    def exception(self, value: BaseException) -> tuple[Any, ...]:
        if type(value).__module__.startswith("torch._dynamo"):
            return ("text", text_of(value))  # what torch's compiler keeps in its errors is its own affair
        return (
            "text", text_of(value),
            "arguments", self.of(value.args),
            "cause", self.of(value.__cause__),
            "context", self.of(value.__context__),
            "context suppressed", value.__suppress_context__,
            self.instance(value),
        )  # fmt: skip

    def module(self, names: dict[str, Any]) -> tuple[Any, ...]:
        """What a program's module holds."""
        kept = {n: v for n, v in names.items() if not n.startswith("__") and not isinstance(v, types.ModuleType)}
        return self.named(kept)


def constant(value: Any) -> bool:
    cls = type(value)
    return cls in CONSTANTS or cls in (str, float, complex) or issubclass(cls, type) or cls in (tuple, frozenset) and all(map(constant, value))


def unordered(description: Description, value: Any) -> tuple[Any, ...]:
    """A set's order follows from how it was filled, which is CPython's affair."""
    return tuple(sorted((description.of(item) for item in sorted(value, key=repr)), key=repr))


def generator(_: Description, value: Any) -> tuple[Any, ...]:
    frame = value.gi_frame
    return value.__qualname__, "ended" if frame is None else frame.f_lineno, value.gi_running


def iterator(_: Description, value: Any) -> tuple[Any, ...]:
    return (operator.length_hint(value, -1),)


def array(description: Description, value: numpy.ndarray) -> tuple[Any, ...]:
    return (
        str(value.dtype), value.shape, value.strides, value.flags.writeable, repr(value.tolist()),
        "storage", description.storages.setdefault(value.__array_interface__["data"][0], len(description.storages)),
    )  # fmt: skip


KINDS = (
    (enum.Enum, lambda d, v: (v.name,)),
    (types.FunctionType, Description.function),
    (types.MethodType, lambda d, v: (v.__func__.__qualname__, d.of(v.__self__))),
    (types.GeneratorType, generator),
    (BaseException, Description.exception),
    (numpy.ndarray, array),
    (numpy.generic, lambda d, v: (str(v.dtype), repr(v.item()))),
    ((torch.dtype, torch.device, torch.layout, torch.memory_format), lambda d, v: (repr(v),)),
    (types.ModuleType, lambda d, v: (v.__name__,)),
    ((staticmethod, classmethod), lambda d, v: (d.of(v.__func__),)),
    (property, lambda d, v: (d.of(v.fget), d.of(v.fset), d.of(v.fdel))),
    (types.CellType, lambda d, v: ()),
    (types.TracebackType, lambda d, v: ()),
    (types.CodeType, lambda d, v: (v.co_name,)),
    ((range, slice), lambda d, v: (ADDRESS.sub("…", repr(v)),)),
    ((type(iter([])), type(iter(())), type(iter({})), type(iter(range(0)))), iterator),
    ((types.MappingProxyType, type({}.keys()), type({}.values()), type({}.items())), lambda d, v: (len(v),)),
)

# The C types whose subclasses hold more than attributes, and how to read that past what a class overrides.
CONTENTS = (
    (list, list.__iter__),
    (tuple, tuple.__iter__),
    (OrderedDict, lambda v: list(OrderedDict.items(v))),
    (dict, lambda v: [pair for pair in dict.items(v)]),
    (deque, lambda v: [v.maxlen, *deque.__iter__(v)]),
    ((set, frozenset), lambda v: sorted(set(v), key=repr)),
    (str, lambda v: [str.__str__(v)]),
    (bytes, lambda v: [bytes.__add__(v, b"")]),
    (bytearray, lambda v: [bytes(v)]),
    (float, lambda v: [float.__pos__(v)]),
    (complex, lambda v: [complex.__pos__(v)]),
    (int, lambda v: [int.__pos__(v)]),
)


@functools.lru_cache(maxsize=4096)
def slots_of(cls: type) -> list[str]:
    slots = cls.__dict__.get("__slots__", ())
    names = [slots] if isinstance(slots, str) else list(slots)
    return [n for n in names if isinstance(cls.__dict__.get(n), types.MemberDescriptorType)]


def class_name(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def without_chance(text: str) -> str:
    """A text without addresses, and without the C functions, the interpreter's among them, by which an error of torch's came."""
    return ADDRESS.sub("…", CPP_FRAMES.sub("", text))


def text_of(error: BaseException) -> str:
    try:
        return without_chance(str(error))
    except Exception as failed:
        return f"str() of it raises {type(failed).__name__}"


def differences(found: Any, expected: Any, where: str = "") -> str:
    """Where two descriptions part, in one line."""
    if type(found) is tuple and type(expected) is tuple or type(found) is list and type(expected) is list:
        if len(found) != len(expected):
            return f"{where}: {show(found)}; expected {show(expected)}"
        for place, (mine, its) in enumerate(zip(found, expected, strict=True)):
            if mine != its:
                label = f"[{place}]"
                if isinstance(its, tuple) and len(its) == 2 and isinstance(its[0], str) and mine[:1] == its[:1]:
                    return differences(mine[1], its[1], f"{where} {its[0]}")
                return differences(mine, its, where + label)
    return f"{where}: {show(found)}; expected {show(expected)}"


def show(description: Any, limit: int = 600) -> str:
    text = repr(description)
    return text if len(text) <= limit else text[:limit] + "…"


