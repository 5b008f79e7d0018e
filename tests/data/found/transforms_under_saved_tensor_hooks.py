"""A transform of torch.func refuses hooks on saved tensors: the context that set them is left (found by --transforms)."""

import torch

LEFT = []


def loss(x):
    return x.sin().pow(2).sum()


class Hooks(torch.autograd.graph.saved_tensors_hooks):
    def __init__(self):
        super().__init__(lambda tensor: tensor, lambda tensor: tensor)

    def __exit__(self, *exception):
        LEFT.append(exception[0])
        super().__exit__(*exception)


def more(x):
    return x + 1


def fn(x):
    y = more(x)
    with Hooks():
        y = torch.func.grad(loss)(y)
    return y


def transformed(x):
    return torch.func.grad(loss)(x + 1)


def under_hooks(function):
    def fn(x):
        with Hooks():
            return function(x)

    return fn


def outcome(function):
    LEFT.clear()
    try:
        return function(torch.ones(2))
    except RuntimeError as error:
        traceback, lines = error.__traceback__, []
        while traceback is not None:
            if traceback.tb_frame.f_code.co_name == "fn":
                lines.append(traceback.tb_lineno)
            traceback = traceback.tb_next
        return str(error), lines, LEFT, torch._C._autograd._top_saved_tensors_default_hooks(True)


def case(t):
    t.equal(outcome(t.compile(fn)), outcome(fn))
    t.equal(outcome(under_hooks(t.compile(transformed))), outcome(under_hooks(transformed)))
