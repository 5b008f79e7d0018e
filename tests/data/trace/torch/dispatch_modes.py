"""A dispatch mode sees what the program does with tensors, and nothing of what the engine asks of torch: where one is on,
functions run as they are written. What a C function is called is read once, and no guard has to find it again."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode


class Counted(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.seen = []

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        self.seen.append(str(function))
        return function(*args, **(kwargs or {}))


def pointwise(x):
    return x.sin() + 1


def named(x):
    return x * len(torch.cat.__name__) + len(torch.cat.__qualname__)


def case(t):
    x = torch.ones(3)
    for backend in ("eager", "aot_eager"):
        compiled = t.compile(pointwise, backend=backend)
        for _ in range(2):
            with Counted() as mode:
                t.equal(compiled(x), pointwise(torch.ones(3)))
            assert mode.seen[:2] == ["aten.sin.default", "aten.add.Tensor"], mode.seen
            t.equal(compiled(x), pointwise(x))
    compiled = t.compile(named)
    for _ in range(3):
        t.equal(compiled(x), named(x))
