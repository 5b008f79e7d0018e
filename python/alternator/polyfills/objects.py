"""Objects and functions: what C code does with them, said in Python."""

from __future__ import annotations

import functools
import logging
import operator
import sys
import types
import weakref
from collections import OrderedDict, deque

from . import this_version
from .breaking import dict_of, give_up, has_special, is_a, mro_of, type_name
from .containers import contents, same_or_equal


def exception_repr(self, arguments):
    name = type(self).__name__
    if len(arguments) == 1:
        return f"{name}({arguments[0]!r})"
    return f"{name}{arguments!r}"


def add_note(self, note, /):
    if not is_a(note, str):
        this_version.not_a_note(type(note).__name__)
    notes = getattr(self, "__notes__", None)
    if notes is None:
        notes = self.__notes__ = []
    elif not is_a(notes, list):
        raise TypeError("Cannot add note: __notes__ is not a list")
    notes.append(note)


def raised_again(cls, arguments, attributes):
    """An exception like one that ran while tracing, of a class in Python: its `__init__` may have made these arguments of others."""
    made = cls.__new__(cls, *arguments)
    for base in mro_of(cls):
        init = dict_of(base).get("__init__")
        if init is not None and not isinstance(init, types.FunctionType):
            init(made, *arguments)
            break
    for name, value in attributes.items():
        vars(made)[name] = value
    return made


def dispatch(function, cls):
    """What `functools.singledispatch` calls for a class; `function` is its `dispatch`."""
    registry = function.__closure__[function.__code__.co_freevars.index("registry")].cell_contents
    try:
        return registry[cls]
    except KeyError:
        return functools._find_impl(cls, registry)


def view_repr(self):
    return f"{type(self).__name__}({list(self)!r})"


def list_repr(self):
    # Not of a copy: what `__repr__` of an item does to the list counts.
    return "[" + ", ".join([repr(item) for item in list.__iter__(self)]) + "]"


def tuple_repr(self):
    items = contents(self)
    if len(items) == 1:
        return f"({items[0]!r},)"
    return "(" + ", ".join([repr(item) for item in items]) + ")"


def dict_repr(self):
    return "{" + ", ".join([f"{key!r}: {value!r}" for key, value in dict.items(self)]) + "}"


# Before 3.12 it shows a list of pairs, since then a copy of itself as a dict, for which `keys` is asked.
_SHOWS_PAIRS = repr(OrderedDict({0: 0})).endswith("])")


def ordered_dict_repr(self):
    if not dict.__len__(self):
        return f"{type(self).__name__}()"
    shown = list(self.items()) if _SHOWS_PAIRS else dict(self)
    return f"{type(self).__name__}({shown!r})"


def set_repr(self):
    if not contents(self):
        return f"{type(self).__name__}()"
    items = contents(self) if this_version.SHOWS_WHAT_IT_HOLDS else list(self)
    text = "{" + ", ".join([repr(item) for item in items]) + "}"
    return text if type(self) is set else f"{type(self).__name__}({text})"


def range_repr(self):
    if self.step == 1:
        return f"range({self.start}, {self.stop})"
    return f"range({self.start}, {self.stop}, {self.step})"


def parts_of(iterator):
    """What an iterator of itertools keeps. A rule tells."""
    raise NotImplementedError("known to the engine alone")


def count_repr(self):
    value, step = parts_of(self)
    return f"count({value!r})" if is_a(step, int) and step == 1 else f"count({value!r}, {step!r})"


def repeat_repr(self):
    item, left = parts_of(self)
    return f"repeat({item!r})" if left is None else f"repeat({item!r}, {left})"


def slice_repr(self):
    return f"slice({self.start!r}, {self.stop!r}, {self.step!r})"


def deque_repr(self):
    longest = object.__getattribute__(self, "maxlen")
    limit = "" if longest is None else f", maxlen={longest}"
    return f"{type(self).__name__}([{', '.join([repr(item) for item in list(self)])}]{limit})"


def _compared(self, other):
    """The items of a deque that is compared with another: deques compare as the lists of what they iterate over do."""
    if type(self).__iter__ is not deque.__iter__ or type(other).__iter__ is not deque.__iter__:
        give_up("a comparison of deques that iterate in a way of their own")
    return contents(self)


def deque_equal(self, other):
    return _compared(self, other) == contents(other) if is_a(other, deque) else NotImplemented


def deque_not_equal(self, other):
    return _compared(self, other) != contents(other) if is_a(other, deque) else NotImplemented


def deque_less(self, other):
    return _compared(self, other) < contents(other) if is_a(other, deque) else NotImplemented


def deque_less_equal(self, other):
    return _compared(self, other) <= contents(other) if is_a(other, deque) else NotImplemented


def deque_greater(self, other):
    return _compared(self, other) > contents(other) if is_a(other, deque) else NotImplemented


def deque_greater_equal(self, other):
    return _compared(self, other) >= contents(other) if is_a(other, deque) else NotImplemented


def directory(object):
    """`dir(object)`."""
    return sorted(type(object).__dir__(object))


def _add_names_of_class(names, kind):
    """Those of the class come first, then those of each of its bases in turn."""
    names.update(getattr(kind, "__dict__", None) or {})
    for base in getattr(kind, "__bases__", None) or ():
        _add_names_of_class(names, base)


def object_directory(self):
    attributes = getattr(self, "__dict__", None)
    names = dict.copy(attributes) if is_a(attributes, dict) else {}
    kind = getattr(self, "__class__", None)
    if kind is not None:
        _add_names_of_class(names, kind)
    return list(names)


def class_directory(self):
    names = {}
    _add_names_of_class(names, self)
    return list(names)


def module_directory(self):
    namespace = self.__dict__
    return namespace["__dir__"]() if "__dir__" in namespace else list(namespace)


# ---------------------------------------------------------------- functools and operator

_MISSING = object()


def _check_iterable(value):
    """Functions in C have texts of their own for what is none."""
    if not has_special(value, "__iter__") and not has_special(value, "__getitem__"):
        give_up("a loop over an object that is not iterable")


def reduce(function, iterable, initial=_MISSING, /):
    _check_iterable(iterable)
    iterator = iter(iterable)
    if initial is _MISSING:
        try:
            value = next(iterator)
        except StopIteration:
            raise TypeError("reduce() of empty iterable with no initial value") from None
    else:
        value = initial
    for element in iterator:
        value = function(value, element)
    return value


def belongs_to_methods(name):
    """Whether bound methods have an attribute themselves; any other is their function's."""
    return any(name in base.__dict__ for base in types.MethodType.__mro__)


def doc_of_code(code):
    constants = code.co_consts
    if not constants or this_version.MARKS_DOCUMENTED_CODE and not code.co_flags & this_version.MARKS_DOCUMENTED_CODE:
        return None
    return constants[0] if is_a(constants[0], str) else None


def document_property(self, fget, doc):
    """Documents an instance of a subclass of property. Gives what it passes on to the properties that are made of it."""
    if doc is not None and this_version.PROPERTIES_PASS_ON_DOCUMENTATION:
        return doc
    text, of_getter = doc, False
    if doc is None and fget is not None:
        try:
            text, of_getter = fget.__doc__, True
        except AttributeError:
            pass
    if this_version.PROPERTIES_PASS_ON_DOCUMENTATION:
        if of_getter:
            self.__doc__ = text
        return None
    try:
        self.__doc__ = text
    except AttributeError:
        if of_getter and text is not None:
            raise
    return None


def field_index(getter):
    """Which item the field of a named tuple stands for."""
    return getter.__reduce__()[1][0]


def index_of(sequence, value):
    _check_iterable(sequence)
    index = 0
    for item in sequence:
        if same_or_equal(item, value):
            return index
        index += 1
    raise ValueError("sequence.index(x): x not in sequence")


def count_of(sequence, value):
    _check_iterable(sequence)
    count = 0
    for item in sequence:
        if same_or_equal(item, value):
            count += 1
    return count


def length_hint(object, default=0, /):
    default = operator.index(default)
    try:
        return len(object)
    except TypeError:
        pass
    if not has_special(object, "__length_hint__"):
        return default
    try:
        hint = type(object).__length_hint__(object)
    except TypeError:
        return default
    if hint is NotImplemented:
        return default
    if not is_a(hint, int):
        this_version.wrong_result("__length_hint__", type(object), type(hint))
    if not -sys.maxsize - 1 <= hint <= sys.maxsize:
        raise OverflowError("Python int too large to convert to C ssize_t")
    if hint < 0:
        this_version.negative_length_hint(type(object))
    return hint


def check_sequences(left, right):
    """What `operator.concat` refuses. The sequences of C say themselves what they cannot be added to."""
    if is_a(left, (list, tuple, str, bytes, bytearray, deque)):
        return
    for operand in (left, right):
        if not has_special(operand, "__getitem__") or is_a(operand, dict):
            raise TypeError(f"'{type_name(left)}' object can't be concatenated")
    if not has_special(left, "__add__") and not has_special(right, "__radd__"):
        raise TypeError(f"'{type_name(left)}' object can't be concatenated")


# ---------------------------------------------------------------- math


def product_of(iterable, /, *, start=1):
    total = start
    for item in iterable:
        total = total * item
    return total


# ---------------------------------------------------------------- dataclasses, abc, copy


def instance_check(cls, instance):
    """`abc.ABCMeta.__instancecheck__` for what the caches of C do not know."""
    return issubclass(type(instance), cls)


def size_repr(self):
    return f"torch.Size({list(self)!r})"


# ---------------------------------------------------------------- errors whose text names a class


def not_reversible(object):
    raise TypeError(f"'{type_name(object)}' object is not reversible")


def no_start_of_super(object):
    raise TypeError(f"super() argument 1 must be a type, not {type_name(object)}")


def not_rounded(object):
    raise TypeError(f"type {type_name(object)} doesn't define __round__ method")


def not_divided(left, right):
    """`divmod()` of operands that have no `__divmod__`."""
    names = f"'{type_name(left)}' and '{type_name(right)}'"
    raise TypeError(f"unsupported operand type(s) for divmod(): {names}")


def divide(left, right):
    """`divmod` of objects that are no numbers: by the methods of their classes."""
    for kind, name, receiver, other in ((type(left), "__divmod__", left, right), (type(right), "__rdivmod__", right, left)):
        method = getattr(kind, name, None)
        if method is None or kind in (bool, int, float) and not is_a(other, (int, float)):
            continue
        result = method(receiver, other)
        if result is not NotImplemented:
            return result
    not_divided(left, right)


def check_new_arguments(cls):
    """What `object.__new__` says of arguments that it does not take."""
    if cls.__new__ is not object.__new__:
        raise TypeError("object.__new__() takes exactly one argument (the type to instantiate)")
    if cls.__init__ is object.__init__:
        raise TypeError(f"{cls.__name__}() takes no arguments")


def check_init_arguments(self):
    kind = type(self)
    if kind.__init__ is not object.__init__:
        raise TypeError("object.__init__() takes exactly one argument (the instance to initialize)")
    if kind.__new__ is object.__new__ and not kind.__flags__ & this_version.NO_INSTANCES:
        raise TypeError(f"{kind.__name__}.__init__() takes exactly one argument (the instance to initialize)")


def not_referred_to(object):
    raise TypeError(f"cannot create weak reference to '{type_name(object)}' object")


_FORGETS = tuple(
    container()._remove.__code__ for container in (weakref.WeakSet, weakref.WeakKeyDictionary, weakref.WeakValueDictionary)
)


def only_forgets(callback):
    """Whether a weak reference's callback changes nothing but the weak container that made it."""
    return type(callback) is types.FunctionType and callback.__code__ in _FORGETS


def not_applied(method, cls):
    """To classes, whose attributes `type` sets."""
    raise TypeError(f"can't apply this {method} to {type_name(cls)} object")


def bound_to_nothing():
    raise TypeError("__get__(None, None) is invalid")


def annotations_of(written):
    """The dict of what MAKE_FUNCTION is given: names and annotations in turn."""
    return {written[index]: written[index + 1] for index in range(0, len(written), 2)}


def cached_property_get(self, instance, owner=None):
    """Without the lock: nothing else runs while a graph is traced, and what is stored is the same either way."""
    if instance is None:
        return self
    if self.attrname is None:
        raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
    cache = instance.__dict__
    if self.attrname not in cache:
        cache[self.attrname] = self.func(instance)
    return cache[self.attrname]


def file_system_path(path):
    if is_a(path, (str, bytes)):
        return path
    if not has_special(path, "__fspath__"):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(path).__name__}")
    converted = type(path).__fspath__(path)
    if not is_a(converted, (str, bytes)):
        expected = f"expected {type(path).__name__}.__fspath__() to return str or bytes"
        raise TypeError(f"{expected}, not {type(converted).__name__}")
    return converted


def namespace_init(self, /, **fields):
    _fields(self).update(fields)


def _fields(namespace):
    return object.__getattribute__(namespace, "__dict__")


def namespace_repr(self):
    name = "namespace" if type(self) is types.SimpleNamespace else type(self).__name__
    return f"{name}({', '.join([f'{key}={value!r}' for key, value in _fields(self).items()])})"


def namespace_equal(self, other):
    if not is_a(other, types.SimpleNamespace):
        return NotImplemented
    return _fields(self) == _fields(other)


# ---------------------------------------------------------------- match


def match_keys(subject, keys):
    """The values that a mapping pattern binds; None where the subject lacks one of the keys."""
    seen, values, missing = [], [], object()
    get = subject.get
    for key in keys:
        if key in seen:
            raise ValueError(f"mapping pattern checks duplicate key ({key!r})")
        seen.append(key)
        value = get(key, missing)
        if value is missing:
            return None
        values.append(value)
    return tuple(values)


MATCH_SELF = 1 << 22


def match_class(subject, cls, count, names):
    """The attributes that a class pattern binds; None where the subject is of another class or lacks one."""
    if not is_a(cls, type):
        raise TypeError(this_version.NO_CLASS_PATTERN)
    if not isinstance(subject, cls):
        return None
    values, wanted = [], []
    if count:
        fields, itself = getattr(cls, "__match_args__", None), False
        if fields is None:
            fields, itself = (), bool(cls.__flags__ & MATCH_SELF)
        elif type(fields) is not tuple:
            raise TypeError(f"{cls.__name__}.__match_args__ must be a tuple (got {type_name(fields)})")
        allowed = 1 if itself else len(fields)
        if allowed < count:
            plural = "" if allowed == 1 else "s"
            raise TypeError(f"{cls.__name__}() accepts {allowed} positional sub-pattern{plural} ({count} given)")
        if itself:
            values.append(subject)
        else:
            wanted = list(fields[:count])
    positional = len(wanted)
    wanted += names
    for index in range(len(wanted)):
        name = wanted[index]
        if index < positional and not is_a(name, str):
            raise TypeError(f"__match_args__ elements must be strings (got {type_name(name)})")
        if name in wanted[:index]:
            raise TypeError(f"{cls.__name__}() got multiple sub-patterns for attribute {name!r}")
        try:
            values.append(getattr(subject, name))
        except AttributeError:
            return None
    return tuple(values)


_NOTHING = object()


def attribute_of_thread(local, namespace, name):
    """An attribute of a threading.local, whose instance dict `namespace` is the running thread's."""
    if name == "__dict__":
        return namespace
    found = _in_class(local, name)
    read = type(found).__get__ if has_special(found, "__get__") else None
    if read is not None and (has_special(found, "__set__") or has_special(found, "__delete__")):
        return read(found, local, type(local))
    if name in namespace:
        return namespace[name]
    if found is _NOTHING:
        raise AttributeError(f"'{type_name(local)}' object has no attribute '{name}'")
    return found if read is None else read(found, local, type(local))


def set_attribute_of_thread(local, namespace, name, value=_NOTHING):
    """Sets it, or deletes it where there is no value."""
    found = _in_class(local, name)
    if name == "__dict__" or has_special(found, "__set__") or has_special(found, "__delete__"):
        give_up("a store of an attribute that the class of a threading.local describes")
    if value is not _NOTHING:
        namespace[name] = value
    elif name in namespace:
        del namespace[name]
    else:
        raise AttributeError(f"'{type_name(local)}' object has no attribute '{name}'")


def _in_class(object, name):
    for cls in mro_of(type(object)):
        if name in dict_of(cls):
            return dict_of(cls)[name]
    return _NOTHING


def answer(method, object, *observed):
    """What a method gives that reads nothing but what has been observed."""
    return method(object)


def logger(name=None):
    """`logging.getLogger`, of a logger that is there already."""
    if not name:
        return logging.root
    if not isinstance(name, str):
        raise TypeError("A logger name must be a string")
    if name == logging.root.name:
        return logging.root
    found = logging.Logger.manager.loggerDict.get(name)
    if not isinstance(found, logging.Logger):
        give_up("a logger that is not there yet")
    return found


# ---------------------------------------------------------------- attributes that are missing


def attribute_missing(object, name, text):
    """Raised by the interpreter: the error tells which attribute of which object was looked for."""
    raise AttributeError(text, name=name, obj=object)
