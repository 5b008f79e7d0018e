"""What compiled code reads of the tensors that a function of autograd takes and gives, their classes do not hear.

Found by `tools/fuzz --transforms` (seed 657821050).
"""

import torch

LOG = []


class Told(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        LOG.append(function.__name__)
        return super().__torch_function__(function, types, args, kwargs or {})


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x)
        ctx.factor = factor
        return x * x * factor

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return 2 * x * ctx.factor * gradient, None


class Parts(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x, x.long()

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.mark_non_differentiable(output[1])

    @staticmethod
    def backward(ctx, gradient, _):
        return gradient * 2


class Grown(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.add_(1)

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 3


def square(x):
    return Square.apply(x * 1, 2) * 2


def parts(x):
    return Parts.apply(x)


def grown(x):
    return Grown.apply(x.clone()) + 1


def fn(x, function):
    heard = len(LOG)
    result = function(x)
    return LOG[heard:], [type(part).__name__ for part in result] if isinstance(result, tuple) else type(result).__name__


def calls():
    for function in (square, parts, grown):
        for follows in (False, True):
            for size in (3, 3, 4):
                x = torch.arange(float(size))[:].as_subclass(Told).requires_grad_(follows)
                LOG.clear()
                yield x, function
                LOG.clear()


options = [{}, {"dynamic": True}]
