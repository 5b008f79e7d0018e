"""`__torch_function__`, of classes and of modes: who answers for a function of torch's."""

from __future__ import annotations

from types import GetSetDescriptorType, MethodWrapperType

import torch
from torch.utils._device import DeviceContext

from alternator.polyfills.breaking import give_up
from alternator.polyfills.overriding import modes, modes_at_entry, modes_before, overrides, set_modes, set_state, state

# Attributes that are given as they are, whatever the class of the tensor.
AS_THEY_ARE = ("grad", "_grad", "_base")


def push_mode(mode):
    set_modes((modes(), mode))


def pop_mode():
    entered = modes()
    if entered is modes_at_entry():
        give_up("a torch-function mode from outside is left")
    set_modes(entered[0])
    return entered[1]


def mode_count():
    count, entered = modes_before(), modes()
    while entered:
        count, entered = count + 1, entered[0]
    return count


def mode_at(index):
    entered = modes()
    for _ in range(mode_count() - 1 - index):
        if entered:
            entered = entered[0]
    if not entered:
        give_up("a default device's torch-function mode")
    return entered[1]


def any_mode():
    return state() != 2 and mode_count() > 0


def enter_device(device):
    """`with torch.device(…)`: a mode like any other, though a default device's mode stays below all others."""
    push_mode(DeviceContext(device))
    return device


def leave_device(device, *exception):
    pop_mode()


def dispatch(function, arguments, keywords):
    """A call of what others have a say in: modes first, the innermost one with itself out of the way; then classes."""
    overriding = overriding_among(arguments, keywords) if state() == 0 else []
    types = tuple([type(argument) for argument in overriding])
    given = (function, types, arguments) if keywords is None else (function, types, arguments, keywords)
    entered = modes()
    if entered:
        set_modes(entered[0])
        try:
            result = entered[1].__torch_function__(*given)
        finally:
            set_modes(entered)
        if result is not NotImplemented:
            return result
    for argument in overriding:
        result = argument.__torch_function__(*given)
        if result is not NotImplemented:
            return result
    give_up("nobody answers for a function of torch's")


def handle(function, relevant, *arguments, **keywords):
    """`torch.overrides.handle_torch_function`."""
    return dispatch(function, arguments, keywords)


def overriding_among(arguments, keywords):
    """One argument of each class that overrides: left ones first, and those of a class before those of its bases."""
    found = []
    for argument in (*arguments, *(keywords.values() if keywords else ())):
        parts = argument if isinstance(argument, (list, tuple)) else (argument,)
        for part in parts:
            kind = type(part)
            if overrides(part) and kind not in [type(known) for known in found]:
                place = len(found)
                for index in range(len(found) - 1, -1, -1):
                    if issubclass(kind, type(found[index])):
                        place = index
                found.insert(place, part)
    return found


def default(cls, function, types, arguments=(), keywords=None):
    """`torch.Tensor.__torch_function__`: the function itself, whose tensors are of the class then."""
    for kind in types:
        if not issubclass(cls, kind):
            return NotImplemented
    before = state()
    if before == 0:
        set_state(1)
    try:
        result = function(*arguments, **(keywords or {}))
    finally:
        set_state(before)
    return result if attribute_read(function) in AS_THEY_ARE else converted(result, cls)


def attribute_read(function):
    """The name of the attribute, where the function is the `__get__` of a C attribute; None of any other."""
    if type(function) is not MethodWrapperType or function.__name__ != "__get__":
        return None
    descriptor = function.__self__
    return descriptor.__name__ if type(descriptor) is GetSetDescriptorType else None


def converted(result, cls):
    if cls is torch.Tensor:
        return result
    if isinstance(result, torch.Tensor) and not isinstance(result, cls):
        return result.as_subclass(cls)
    if isinstance(result, (tuple, list)):
        return type(result)([converted(part, cls) for part in result])
    return result


def unasked(function, *arguments):
    """A call of which nobody is told that may override torch's functions."""
    with torch._C.DisableTorchFunction():
        return function(*arguments)


def make_dual(tensor, tangent, level):
    return torch._make_dual(tensor, tangent, level=level)


def unpack_dual(dual):
    return torch._unpack_dual(dual, level=torch.autograd.forward_ad._current_level)
