"""Regions where nobody is asked for `__torch_function__`, and what has no sizes yet."""

import torch


def enabled():
    return torch._C._is_torch_function_enabled(), torch._C._is_torch_function_all_disabled(), torch._C._len_torch_function_stack()


def fn(x):
    told = [enabled()]
    with torch._C.DisableTorchFunctionSubclass():
        told.append(enabled())
        x = x + 1
    with torch._C.DisableTorchFunction():
        told.append(enabled())
        x = x * 2
    told.append(enabled())
    return x, told


def of_what_is_to_be_made(parameter, x):
    return isinstance(parameter, torch.nn.UninitializedParameter), x + 1


def case(t):
    x = torch.ones(2)
    t.equal(t.compile(fn, fullgraph=True)(x), fn(x))
    t.equal(t.compile(of_what_is_to_be_made)(torch.nn.UninitializedParameter(), x), (True, x + 1))
