"""Reads and writes of objects that bypass overrides of their classes.

The trace ran the overrides already, so compiled code does the plain operation alone. `src/codegen` uses these names.
"""

import contextlib
import itertools
import sys
import types
import warnings
from collections import OrderedDict, deque

from torch._C import DisableTorchFunction, _get_function_stack_at

from alternator import _engine
from alternator.tracing import members

get_dict_item = dict.__getitem__
new_cell = types.CellType
type_of = type
function_mode = _get_function_stack_at
globals_here = globals
handled_exception = sys.exception
go_on = _engine.go_on
resume_call = _engine.resume_call
run_as_written = _engine.run_as_written
referent = _engine.referent
_mro = type.__dict__["__mro__"].__get__
_class_dict = type.__dict__["__dict__"].__get__


def instance_dict(target):
    return _dict_descriptor(target).__get__(target)


def set_instance_dict(target, attributes):
    _dict_descriptor(target).__set__(target, attributes)


def _dict_descriptor(target):
    """The descriptor in C of the first class that has one: a class before it may have a `__dict__` of its own."""
    for base in _mro(type(target)):
        descriptor = _class_dict(base).get("__dict__")
        if isinstance(descriptor, (types.GetSetDescriptorType, types.MemberDescriptorType)):
            return descriptor
    raise AttributeError(f"'{type(target).__name__}' object has no attribute '__dict__'")


def _is(target, cls):
    """`isinstance` by the real class, without calling a `__getattribute__` for `__class__`."""
    return issubclass(type(target), cls)


def set_attribute(target, name, value):
    (type if _is(target, type) else object).__setattr__(target, name, value)


def delete_attribute(target, name):
    """Deletes an attribute if it exists: the trace may have added it itself."""
    with contextlib.suppress(AttributeError):
        (type if _is(target, type) else object).__delattr__(target, name)


def item_of_same_key(mapping, key):
    """The item of a dict whose key is this object, without calling its `__hash__`."""
    return next(item for known, item in dict.items(mapping) if known is key)


def set_item(target, key, value):
    if _is(target, OrderedDict):
        OrderedDict.__setitem__(target, key, value)
    elif _is(target, dict):
        dict.__setitem__(target, key, value)
    elif _is(target, list):
        list.__setitem__(target, key, value)
    else:
        target[key] = value


def set_item_of_hash(target, key, value, hash):
    """Sets an item of a dict whose key says that it has this hash; it is not asked."""
    if _is(target, OrderedDict):
        OrderedDict.__setitem__(target, key, value)
    else:
        _engine.set_item_of_hash(target, key, value, hash)


def dict_of_hashes(entries):
    """A dict of keys, values and the hashes of those keys that are not asked for theirs."""
    made = {}
    for key, value, hash in entries:
        if hash is None:
            made[key] = value
        else:
            _engine.set_item_of_hash(made, key, value, hash)
    return made


def delete_item(target, key):
    """Deletes a key if it exists: the trace may have added it itself."""
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
    """Gives a dict or set the contents of `values`, in their order."""
    if _is(target, OrderedDict):
        OrderedDict.clear(target)
        for key, value in values.items():
            OrderedDict.__setitem__(target, key, value)
    elif _is(target, dict):
        # The names that this code uses may be what the dict holds.
        update = dict.update
        dict.clear(target)
        update(target, values)
    else:
        set.clear(target)
        set.update(target, values)


def replace_deque(target, items, changes):
    """Gives a deque these items. Where the trace only stored and reversed them, iterators over it go on."""
    if changes[0] == 0:
        # Storing walks from an end of the deque: what is there already is left.
        for index, (before, item) in enumerate(zip(list(deque.__iter__(target)), items)):
            if before is not item:
                deque.__setitem__(target, index, item)
    else:
        deque.clear(target)
        deque.extend(target, items)


def move_list_iterator(iterator, sequence, index):
    _move(iterator, sequence, members.list_iterator_index, index)


def move_list_reverse_iterator(iterator, sequence, index):
    _move(iterator, sequence, members.list_reverse_iterator_index, index)


def move_tuple_iterator(iterator, sequence, index):
    _move(iterator, sequence, members.tuple_iterator_index, index)


def _move(iterator, sequence, index_member, index):
    if sequence is None:
        # What an iterator at its end is like differs by version.
        deque(iterator, 0)
    else:
        index_member.__set__(iterator, index)


def move_range_iterator(iterator, left):
    deque(itertools.islice(iterator, iterator.__length_hint__() - left), 0)


def move_enumerate(iterator, count):
    """What it goes over has been moved on its own."""
    members.enumerate_index.__set__(iterator, count)


def move_count(iterator, value):
    if members.count_large_number.__get__(iterator) is None:
        members.count_number.__set__(iterator, value)
    else:
        members.count_large_number.__set__(iterator, value)


def warn(message, category, filename, line, namespace):
    """Gives a warning about a line of a module, as `warnings.warn` does when it is called there."""
    registry = namespace.setdefault("__warningregistry__", {})
    warnings.warn_explicit(message, category, filename, line, namespace.get("__name__", "<string>"), registry)


def get_item(container, index):
    """An item of a list, tuple, deque or subclass of them, whatever the subclass says."""
    return next(cls for cls in (list, tuple, deque) if _is(container, cls)).__getitem__(container, index)


def dict_key(mapping, index):
    keys = OrderedDict.__iter__ if _is(mapping, OrderedDict) else dict.__iter__
    return next(itertools.islice(keys(mapping), index, None))


def sole_value(mapping):
    return next(iter(dict.values(mapping)))


def size(tensor, index):
    """Asked of the tensor itself: neither its class's `__torch_function__` nor a mode hears of it. So are the next three."""
    with DisableTorchFunction():
        return tensor.size(index)


def stride(tensor, index):
    with DisableTorchFunction():
        return tensor.stride(index)


def storage_offset(tensor):
    with DisableTorchFunction():
        return tensor.storage_offset()


def number(tensor):
    with DisableTorchFunction():
        return tensor.item()


def attribute_aside(tensor, name):
    with DisableTorchFunction():
        return getattr(tensor, name)


def context_value(variable):
    return variable.get()


def set_context_variable(variable, is_set, value, tokens):
    """Sets a context variable to what the trace has set it to. `tokens`, made before this is called, could reset it."""
    if is_set and variable.get(tokens) is not value:
        variable.set(value)


def as_tensor(array):
    from alternator.runtime.arrays import tensor_of

    return tensor_of(array)


def resumed_generator(function, *arguments):
    """A generator suspended at the first yield of a resume function."""
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
