"""What generated code calls to read and write objects past what their classes override.

The trace ran the overrides already; what is left is the plain operation. The names are those that
`src/codegen` asks for.
"""

import contextlib
import itertools
import sys
import types
import warnings
from collections import OrderedDict

from alternator import _engine

get_dict_item = dict.__getitem__
new_cell = types.CellType
type_of = type
globals_here = globals
handled_exception = sys.exception
go_on = _engine.go_on
run_as_written = _engine.run_as_written
referent = _engine.referent


def instance_dict(target):
    return object.__getattribute__(target, "__dict__")


def _is(target, cls):
    """`isinstance`, which of some objects asks their own `__getattribute__` for their class."""
    return issubclass(type(target), cls)


def set_attribute(target, name, value):
    (type if _is(target, type) else object).__setattr__(target, name, value)


def delete_attribute(target, name):
    """Leaves the object without the attribute: the trace may itself have added what it deleted."""
    with contextlib.suppress(AttributeError):
        (type if _is(target, type) else object).__delattr__(target, name)


def set_item(target, key, value):
    if _is(target, OrderedDict):
        OrderedDict.__setitem__(target, key, value)
    elif _is(target, dict):
        dict.__setitem__(target, key, value)
    elif _is(target, list):
        list.__setitem__(target, key, value)
    else:
        target[key] = value


def delete_item(target, key):
    """Leaves a dict without the key: the trace may itself have added what it deleted."""
    if _is(target, OrderedDict):
        OrderedDict.pop(target, key, None)
    elif _is(target, dict):
        dict.pop(target, key, None)
    elif _is(target, list):
        list.__delitem__(target, key)
    else:
        del target[key]


def replace_items(target, values):
    list.__setitem__(target, slice(None), values)


def replace_contents(target, values):
    """Gives a dict, set or deque the contents of `values`, in their order."""
    if _is(target, OrderedDict):
        OrderedDict.clear(target)
        for key, value in values.items():
            OrderedDict.__setitem__(target, key, value)
    elif _is(target, dict):
        dict.clear(target)
        dict.update(target, values)
    elif _is(target, set):
        set.clear(target)
        set.update(target, values)
    else:
        target.clear()
        target.extend(values)


def warn(message, category, filename, line, namespace):
    """Gives a warning about a line of a module, as `warnings.warn` does when it is called there."""
    registry = namespace.setdefault("__warningregistry__", {})
    warnings.warn_explicit(message, category, filename, line, namespace.get("__name__", "<string>"), registry)


def get_item(container, index):
    """An item of a list, tuple or subclass of them, whatever the subclass says."""
    return (list if _is(container, list) else tuple).__getitem__(container, index)


def dict_key(mapping, index):
    keys = OrderedDict.__iter__ if _is(mapping, OrderedDict) else dict.__iter__
    return next(itertools.islice(keys(mapping), index, None))


def sole_value(mapping):
    return next(iter(dict.values(mapping)))


def size(tensor, index):
    return tensor.size(index)


def stride(tensor, index):
    return tensor.stride(index)


def storage_offset(tensor):
    return tensor.storage_offset()


def context_value(variable):
    return variable.get()


def as_tensor(array):
    from alternator.arrays import tensor_of

    return tensor_of(array)


def resumed_generator(function, *arguments):
    """A generator that waits where its function, which is made to go on from there, first yields."""
    generator = function(*arguments)
    generator.send(None)
    return generator


def make_function(code, globals, name, defaults, keyword_defaults, closure):
    function = types.FunctionType(code, globals, None, defaults, closure)
    if name is not None:
        function.__name__ = name
    if keyword_defaults is not None:
        function.__kwdefaults__ = keyword_defaults
    return function
