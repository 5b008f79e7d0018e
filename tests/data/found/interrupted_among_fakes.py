"""An exception that comes while an operator runs on fake tensors leaves the dispatcher's keys as they were: what was compiled afterwards read memory that nobody had written (tests/fuzz --faults). An interrupt there leaves the compiled function."""

import contextlib
import os
import sys

import torch

import alternator


class Interrupt(KeyboardInterrupt):
    pass


def keys():
    included, excluded = torch._C._dispatch_tls_local_include_set(), torch._C._dispatch_tls_local_exclude_set()
    return included.raw_repr(), excluded.raw_repr(), torch._C._len_torch_dispatch_stack()


def masked(x, mask):
    return torch.logical_and(torch.ones(4) > 0, x[mask] < 1)


@contextlib.contextmanager
def raising_at(number):
    """Raises where a context manager of the fake tensors is about to be left for the time of this number."""
    leave = contextlib._GeneratorContextManager.__exit__

    def interrupted(self, *exception):
        nonlocal number
        if os.path.basename(sys._getframe(1).f_code.co_filename) == "fake_tensor.py":
            number -= 1
            if number == 0:
                raise Interrupt
        return leave(self, *exception)

    contextlib._GeneratorContextManager.__exit__ = interrupted
    try:
        yield
    finally:
        contextlib._GeneratorContextManager.__exit__ = leave


def attended(attention, x):
    return attention(x, x, x)[0]


def case(t):
    x, mask, before = torch.ones(2, 3), torch.zeros(2, 3, dtype=torch.bool), keys()
    attention = torch.nn.MultiheadAttention(4, 2).eval()
    for function, arguments, dynamic in ((masked, (x, mask), None), (attended, (attention, torch.ones(3, 2, 4)), True)):
        for number in range(1, 30, 4):
            alternator.reset()
            compiled = t.compile(function, backend="eager", dynamic=dynamic)
            try:
                with raising_at(number):
                    compiled(*arguments)
            except Interrupt:
                assert keys() == before
            else:
                raise AssertionError(f"the interrupt at {number} is lost")
    alternator.reset()
    try:
        t.compile(masked, backend="eager")(x, mask)
    except RuntimeError as error:
        assert "size of tensor a (4) must match" in str(error)
    else:
        raise AssertionError("sizes 4 and 0 are combined")
