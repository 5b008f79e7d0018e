"""A gradient that its tensor does not take is refused where it is set, so that the program's handlers run (tests/fuzz/guards)."""

import torch

h0 = torch.ones(3)


def change(x, gradient):
    try:
        h0.grad = gradient(x)
    except (RuntimeError, TypeError) as error:
        return type(error).__name__, str(error)
    return h0.grad * 2


def fn(x, gradient):
    made = x + 1
    try:
        made.grad = torch.ones(5)
    except RuntimeError as error:
        return x + 1, change(x, gradient), str(error)


def calls():
    x = torch.ones(3)
    refused = (torch.Tensor.double, lambda x: x[:2], lambda x: x[None], lambda x: h0, lambda x: x.to("meta"), lambda x: 3)
    for gradient in (torch.ones_like, *refused):
        h0.data = torch.ones(3)
        yield x, gradient
        h0.data = torch.ones(4)
        yield x, gradient
