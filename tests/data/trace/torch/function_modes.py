"""A torch-function mode sees what the program calls, and nothing that is done to compile it."""

import torch
from torch.overrides import TorchFunctionMode


class Count(TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.names.append(function.__name__)
        return function(*args, **(kwargs or {}))


def fn(x):
    with Count() as mode:
        y = torch.sin(x)
        y = torch.linalg.norm(y)
    return y, len(mode.names)


def plain(x):
    return torch.sin(x) + 1


class Doubled(TorchFunctionMode):
    """`torch.add` is another function where this is on."""

    def __torch_function__(self, function, types, args=(), kwargs=None):
        function = torch.mul if function is torch.add else function
        return function(*args, **(kwargs or {}))


def inside(x):
    with Doubled():
        y = torch.add(x, 3)
    return torch.add(y, 3)


def called(x):
    return torch.add(x, 3)


def case(t):
    for backend in t.backend, "aot_eager":
        t.equal(t.compile(inside, backend=backend)(torch.ones(2)), inside(torch.ones(2)))
        compiled = t.compile(called, backend=backend)
        for _ in range(2):
            t.equal(compiled(torch.ones(2)), torch.full((2,), 4.0))
            with Doubled():
                t.equal(compiled(torch.ones(2)), torch.full((2,), 3.0))

    t.equal(t.compile(fn)(torch.ones(2)), fn(torch.ones(2)))
    compiled = t.compile(plain)
    with Count() as mode:
        compiled(torch.ones(2))
        first = len(mode.names)
        compiled(torch.ones(2))
    assert len(mode.names) == 2 * first, mode.names
    assert torch._C._len_torch_function_stack() == 0
