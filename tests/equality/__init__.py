"""Whether what two runs of a program gave is the same, all the way down.

    check_equal(found, expected)          raises `Unequal`, which names the place and the difference

Compared are classes, values, order, attributes and slots, and which objects are one: where plain Python has one object
in two places, so must the other run, and the other way round. For tensors and arrays the same holds of their memory.
Nothing that a program defines (`__eq__`, `__len__`, properties, …) is asked. An object of a kind that is not known here
is an error, unless both runs gave the very same one.

A run's outcome is best compared in one go, with everything that it may share objects with:

    check_equal((arguments, module globals, result), (…))

Iterators are compared last, by what is left of them, so they are used up by it. Tensors are compared bit by bit; with
`close=True`, as closely as torch.testing does, which is for compilers that compute in another order.
"""

from __future__ import annotations

import collections
import contextvars
import enum
import functools
import io
import threading
import types
import weakref

import numpy
import torch

from . import objects, tensors, values
from .base import Unequal, differ, is_python_class, made_by_programs, name_of, shown, text_of

__all__ = ["Comparison", "Unequal", "check_equal"]


def check_equal(found, expected, where="the result", close=False):
    """That `found` is what `expected` is, in a comparison of its own; raises `Unequal`."""
    comparison = Comparison(close)
    comparison.compare(found, expected, where)
    comparison.finish()


class Comparison:
    """What has been compared so far: which object of one run is which of the other."""

    def __init__(self, close=False):
        self.close = close
        # By the id of an object of either run: the pair that it was met in first, and where. Kept alive by that.
        self.of_expected = {}
        self.of_found = {}
        self.waiting = []  # iterators, and where they are
        self.holders = []  # arrays and tensors, and where they are

    def compare(self, found, expected, where):
        """All but the iterators among what can be reached."""
        pairs = [(found, expected, (None, where))]
        while pairs:
            found, expected, place = pairs.pop()
            try:
                if self.met(found, expected, place):
                    continue
                parts = list(self.parts(found, expected, place))
            except Unequal as error:
                raise Unequal(f"{text_of(place)} {error}") from None
            pairs.extend((mine, theirs, (place, step)) for mine, theirs, step in reversed(parts))

    def finish(self):
        """Iterators, by what is left of them; and which arrays and tensors overlap."""
        while self.waiting:
            found, expected, place = self.waiting.pop(0)
            self.compare(objects.left_of(found), objects.left_of(expected), f"what is left of {text_of(place)}")
        tensors.compare_overlaps(self.holders)

    def met(self, found, expected, place):
        """Whether these two need no look: values without identity, or objects that have been compared."""
        if type(found) is type(expected) and values.simple(expected):
            values.WITHOUT_IDENTITY[type(expected)](found, expected)
            return True
        before, other = self.of_expected.get(id(expected)), self.of_found.get(id(found))
        if before is None and other is None:
            self.of_expected[id(expected)] = self.of_found[id(found)] = (found, expected, place)
            return found is expected and not isinstance(expected, CONTAINERS)
        if before is None:
            differ(f"is the object of {text_of(other[2])} again ({shown(found)}); expected another: {shown(expected)}")
        if before[0] is not found:
            differ(f"is {shown(found)}; expected the very object of {text_of(before[2])}: {shown(expected)}")
        return True

    def parts(self, found, expected, place):
        """What else has to be the same for these two to be: pairs, and where they are in them."""
        cls = type(expected)
        if type(found) is not cls:
            if not (made_by_programs(cls) and made_by_programs(type(found)) and name_of(cls) == name_of(type(found))):
                differ(f"is {shown(found)}, a {name_of(type(found))}; expected {shown(expected)}, a {name_of(cls)}")
            yield type(found), cls, ".__class__"
        base = next(c for c in cls.__mro__ if c in KINDS)
        kind, native = KINDS[base], next(c for c in cls.__mro__ if not is_python_class(c))
        if base is object and native is not object:
            kind = objects.of_iterator if "__next__" in vars(native) else objects.of_reduced
        yield from kind(self, found, expected, place) or ()
        if base not in STATE_TOLD:
            yield from objects.of_state(found, expected)

    def would_hold(self, found, expected):
        """Whether two objects can be partners, as far as is known."""
        trial = Comparison(self.close)
        trial.of_expected, trial.of_found = dict(self.of_expected), dict(self.of_found)
        try:
            trial.compare(found, expected, "")
        except Unequal:
            return False
        return True


# Of these, one object of both runs is looked into: it may hold what only one run should give.
CONTAINERS = (list, tuple, dict, set, frozenset)

METHOD_WRAPPER = type("".__len__)
VIEWS = [type(getattr(m, name)()) for m in ({}, collections.OrderedDict()) for name in ("keys", "values", "items")]
DESCRIPTORS = (
    types.MemberDescriptorType, types.GetSetDescriptorType, types.WrapperDescriptorType, types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
)  # fmt: skip
GENERATORS = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)

# How each kind is compared, beside attributes and slots; of a class that a program defines, its first base here counts.
KINDS = {
    object: objects.of_nothing,
    **dict.fromkeys((int, float, complex), values.of_number),
    **dict.fromkeys((str, bytes, bytearray), values.of_text),
    **dict.fromkeys((list, tuple, collections.deque), values.of_sequence),
    **dict.fromkeys((dict, collections.OrderedDict), values.of_dict),
    collections.defaultdict: values.of_defaultdict,
    **dict.fromkeys((set, frozenset), values.of_set),
    **dict.fromkeys(VIEWS, values.of_view),
    types.MappingProxyType: values.of_mapping_proxy,
    types.UnionType: values.of_union,
    **dict.fromkeys((torch.finfo, torch.iinfo), values.of_limits),
    **dict.fromkeys((io.StringIO, io.BytesIO), values.of_buffer),
    memoryview: values.of_memoryview,
    # Fields are all that these have.
    **dict.fromkeys((slice, property, classmethod, staticmethod, super, functools.partial), objects.of_nothing),
    **dict.fromkeys((types.MethodType, types.SimpleNamespace, tensors.Memory), objects.of_nothing),
    types.FunctionType: objects.of_function,
    **dict.fromkeys((types.BuiltinFunctionType, METHOD_WRAPPER), objects.of_c_function),
    **dict.fromkeys(DESCRIPTORS, objects.of_descriptor),
    types.CellType: objects.of_cell,
    type: objects.of_class,
    enum.Enum: objects.of_enum,
    types.ModuleType: objects.of_module,
    BaseException: objects.of_exception,
    types.TracebackType: objects.of_traceback,
    types.FrameType: objects.of_frame,
    weakref.ref: objects.of_weak_reference,
    **dict.fromkeys(GENERATORS, objects.of_generator),
    contextvars.Context: objects.of_context,
    **dict.fromkeys((type(threading.Lock()), type(threading.RLock())), objects.of_lock),
    torch.Tensor: tensors.of_tensor,
    torch.UntypedStorage: tensors.of_storage,
    torch.Generator: tensors.of_torch_generator,
    torch.autograd.graph.Node: tensors.of_autograd_node,
    numpy.ndarray: tensors.of_array,
    numpy.generic: tensors.of_numpy_scalar,
    numpy.random.RandomState: tensors.of_random_state,
    numpy.random.Generator: tensors.of_numpy_generator,
}

# Kinds that have told everything: their attributes are among the parts, or are not theirs.
STATE_TOLD = {
    type, types.FunctionType, types.ModuleType, enum.Enum, types.BuiltinFunctionType, METHOD_WRAPPER, *DESCRIPTORS,
    *GENERATORS, types.FrameType, types.TracebackType, tensors.Memory, numpy.ndarray, numpy.generic,
}  # fmt: skip
