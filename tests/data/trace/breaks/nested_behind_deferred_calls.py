"""A call that is deferred until the graph has run comes before what an inlined function changes and breaks at, and a range of the
profiler ends where the program leaves it."""

import warnings

import torch
from torch.overrides import TorchFunctionMode


class Heard(TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.names.append(function.__name__)
        return function(*args, **(kwargs or {}))


def filters_afterwards(x):
    warnings.warn("before")
    warnings.simplefilter("ignore")
    return x + 1


def leaf(x):
    y = x * 2
    print(end="")
    return y.detach()


def in_a_range(x):
    with torch.profiler.record_function("range"):
        return leaf(x)


def case(t):
    x = torch.ones(2)

    def outcome(call):
        with warnings.catch_warnings(record=True) as seen, Heard() as mode:
            warnings.simplefilter("always")
            result = call(x)
        return result, [str(one.message) for one in seen], mode.names

    with t.config.patch(nested_graph_breaks=True):
        for fn in filters_afterwards, in_a_range:
            compiled = t.compile(fn)
            for _ in range(2):
                t.equal(outcome(compiled), outcome(fn))
