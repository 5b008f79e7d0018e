"""An error that leaves a graph leaves no level of functorch and no mode of autograd behind."""

import torch
from torch.func import grad, vmap


def fails(fn, *arguments):
    try:
        fn(*arguments)
    except (RuntimeError, IndexError) as error:
        return str(error).splitlines()[0]
    raise AssertionError("it did not raise")


def case(t):
    level = torch._C._functorch.maybe_current_level
    x = torch.ones(3)
    t.compile(lambda x: grad(lambda y: y.sum())(x))(x)
    assert fails(t.compile(lambda x: grad(lambda y: y.sum())(x)), torch.ones(3, dtype=torch.int64))
    assert level() is None and torch._C._autograd._saved_tensors_hooks_get_disabled_error_message() is None
    picked = t.compile(lambda x, i: vmap(lambda row: torch.take(row, i))(x))
    assert "out of range" in fails(picked, torch.ones(2, 3), torch.tensor([7]))
    assert level() is None
    t.equal(picked(torch.ones(2, 3), torch.tensor([1])), torch.ones(2, 1))

    def without_gradients(x, i):
        with torch.no_grad():
            y = torch.take(x, i)
        return y * 2

    assert fails(t.compile(without_gradients), x, torch.tensor([7]))
    assert torch.is_grad_enabled()


# expect breaks
