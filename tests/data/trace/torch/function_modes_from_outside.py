"""A torch-function mode that is on around a compiled call is asked while tracing, and the graph runs without it."""

import torch
from torch.overrides import TorchFunctionMode


class Count(TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.names.append(function.__name__)
        return function(*args, **(kwargs or {}))


class Scaled(TorchFunctionMode):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def __torch_function__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        return result * self.factor if function is torch.sin else result


def plain(x):
    return torch.sin(x) + 1


def with_one_inside(x):
    with Scaled(5):
        y = torch.sin(x)
    return y + torch.sin(x)


def breaks(x):
    y = torch.sin(x)
    with Scaled(3):
        torch._dynamo.graph_break()
        y = torch.sin(y)
    return y + torch.sin(x), torch._C._len_torch_function_stack()


def leaves_one_on(x):
    Scaled(3).__enter__()
    return torch.sin(x)


def without(x):
    with torch._C.DisableTorchFunction():
        return torch.sin(x)


def takes_it_off(x):
    mode = torch._C._pop_torch_function_stack()
    y = torch.sin(x)
    torch._C._push_on_torch_function_stack(mode)
    return y + torch.sin(x)


def writes(x, mode):
    mode.factor += 1
    return torch.sin(x)


def case(t):
    x = torch.arange(6.0).reshape(2, 3)

    for backend in t.backend, "aot_eager":
        compiled = t.compile(plain, backend=backend, fullgraph=True)
        graphs = len(t.backend)
        for factor in 2, 2, 3:
            t.equal(under([Scaled(factor)], compiled, x), under([Scaled(factor)], plain, x))
        t.equal(compiled(x), plain(x))
        if backend is t.backend:
            assert len(t.backend) - graphs == 3, len(t.backend)

    for fn in plain, with_one_inside, breaks, leaves_one_on, without, takes_it_off:
        compiled = t.compile(fn)
        for outside in [Scaled(2)], [Count(), Scaled(2)], [Scaled(2), Count()], [torch.device("cpu"), Scaled(2)]:
            for _ in range(2):
                t.equal(under(outside, compiled, x), under(outside, fn, x))

    # What it keeps is read and written as anything else is.
    compiled = t.compile(plain, fullgraph=True)
    counts = Count(), Count()
    for count in *counts, counts[0]:
        with count:
            compiled(x)
    assert [count.names for count in counts] == [["sin", "add"] * 2, ["sin", "add"]], counts
    compiled = t.compile(writes, fullgraph=True)
    mode, other = Scaled(2), Scaled(2)
    for _ in range(3):
        t.equal(under([mode], compiled, x, mode), under([other], writes, x, other))
    assert mode.factor == other.factor == 5

    a, b = (x.clone().requires_grad_() for _ in range(2))
    for fn, given in (t.compile(plain, backend="aot_eager", fullgraph=True), a), (plain, b):
        under([Scaled(2)], fn, given).sum().backward()
    t.equal(a.grad, b.grad)


def under(modes, fn, *arguments):
    for mode in modes:
        mode.__enter__()
    try:
        return fn(*arguments)
    finally:
        while torch._C._len_torch_function_stack():
            torch._C._pop_torch_function_stack()
