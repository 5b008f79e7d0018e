"""Context managers: torch's own, of Python classes, of generators."""

import contextlib

import torch


class Manager:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log.append("in")
        return len(self.log)

    def __exit__(self, kind, error, traceback):
        self.log.append("out" if kind is None else kind.__name__)
        return kind is KeyError


@contextlib.contextmanager
def doubled(x):
    yield x * 2


def fn(x, log):
    with torch.no_grad():
        y = x * 2
    with Manager(log) as n, doubled(y) as z:
        x = x + n + z
    with Manager(log):
        raise KeyError("swallowed")
    return x, y.requires_grad


calls = [(torch.randn(2, requires_grad=True), [])]


# expect graphs
# graph 0
#   l_x_: input
#   _set_grad_enabled = _set_grad_enabled(False)
#   y = mul(l_x_, 2)
#   _set_grad_enabled_1 = _set_grad_enabled(True)
#   z = mul(y, 2)
#   add = add(l_x_, 1)
#   x = add(add, z)
#   return (x,)
# expect breaks
