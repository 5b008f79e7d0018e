"""The choice of kernels for attention, on settings that the trace keeps (`alternator.runtime.attention`)."""

import contextlib

import torch

from alternator.polyfills.breaking import give_up, is_a
from alternator.runtime import attention as states


def number_of(backend):
    return int(backend)


def sdpa_kernel(backends, set_priority=False):
    """`torch.nn.attention.sdpa_kernel`, which also notes for the thread whether there are priorities."""
    if is_a(backends, (list, torch.nn.attention.SDPBackend)):
        return ChosenKernels(_steps, (backends, set_priority), {})
    return contextlib._GeneratorContextManager(_steps, (backends, set_priority), {})


_steps = torch.nn.attention.sdpa_kernel.__wrapped__
_uses_priority = getattr(torch.nn.attention, "_sdpa_kernel_uses_priority", None)


class ChosenKernels(contextlib._GeneratorContextManager):
    """What `sdpa_kernel` gives. Instead of a generator it has attributes, so that a frame that goes on within the block can
    leave the block in traced code."""

    def __init__(self, func, args, kwds):
        self.func, self.args, self.kwds = func, args, kwds

    def __enter__(self):
        backends, self.set_priority = self.args
        del self.args, self.kwds, self.func
        backends = list(dict.fromkeys(backends if is_a(backends, list) else [backends]))
        self.before = torch.nn.attention._cur_sdpa_kernel_backends(with_priority=self.set_priority)
        self.is_first = _uses_priority is not None and bool(self.set_priority) and not _uses_priority.get()
        if self.is_first:
            _uses_priority.set(True)
        torch.nn.attention._sdpa_kernel(backends, self.set_priority)
        return {}

    def __exit__(self, *exception):
        if self.is_first:
            _uses_priority.set(False)
        torch.nn.attention._sdpa_kernel(self.before, self.set_priority)
        return False


def get_order():
    return list(states.order())


def set_order(order):
    states.set_order(_checked(order))


def choose_kernels(backends, set_priority=False):
    """`torch.nn.attention._sdpa_kernel`."""
    kernels = torch.nn.attention.SDPBackend
    names = torch.nn.attention._backend_names
    known = {getattr(kernels, name): name for name in names.values()}
    for backend in backends:
        if not is_a(backend, kernels) or backend not in known:
            give_up("a choice of kernels for attention that torch does not have")
    states.put_in_graph([known[backend] for backend in backends], bool(set_priority))
    for name, kernel in names.items():
        getter = getattr(torch._C, f"_get_{name}_sdp_enabled")
        states.keep(getter, getattr(torch._C, f"_set_sdp_use_{name}"), getattr(kernels, kernel) in backends)
    if set_priority:
        chosen = [number_of(backend) for backend in backends]
        rest = [number for number in states.order() if number not in chosen]
        states.keep(states.order, torch._C._set_sdp_priority_order, _checked([*chosen, *rest]))


def _checked(order):
    if not is_a(order, (list, tuple)) or sorted(order) != sorted(states.order()):
        give_up("an order of kernels for attention in which others stand than before")
    return tuple(order)
