"""A torch-function mode around compiled code hears of what the program calls, and of nothing that is done to compile it."""

import torch
from torch.overrides import TorchFunctionMode


class Count(TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.names.append(function.__name__)
        return function(*args, **(kwargs or {}))


def reads_gradients(x, p):
    p.grad = x * 2
    return p.grad + 1, p.grad is None


def steps(x, p):
    p.grad = x * 1.0
    torch.optim.SGD([p], lr=0.1).step()
    return p.detach().clone()


def clips(x, p):
    p.grad = x * 10.0
    torch.nn.utils.clip_grad_norm_([p], 1.0)
    return p.grad


def changes_without_gradients(x, p):
    with torch.no_grad():
        p.mul_(2)
    return p + 1, torch.is_grad_enabled()


def runs_backward(x, p):
    (x * p).sum().backward()
    return p.grad


def makes_arrays(x, p):
    return x.numpy().sum(), x.numpy() + 1


def is_profiled(x, p):
    with torch.profiler.record_function("range"):
        return x + p


def goes_on_after_a_range(x, p):
    with torch.profiler.record_function("range"):
        y = x + p
    return y * 2


def fails(x, p):
    try:
        return x.view(7)
    except RuntimeError:
        return "no view"


def case(t):
    for fn in (
        reads_gradients, steps, clips, changes_without_gradients, runs_backward, makes_arrays, is_profiled,
        goes_on_after_a_range, fails,
    ):
        compiled = t.compile(fn)
        heard = []
        for call in fn, compiled, compiled:
            given, mode = torch.nn.Parameter(torch.ones(3)), Count()
            heard.append((under(mode, call, torch.arange(1.0, 4.0), given), given.grad, mode.names))
        for found in heard[1:]:
            t.equal(found, heard[0])


def under(mode, fn, *arguments):
    with mode:
        return fn(*arguments)
