"""The class of a tensor hears of what the program does with it, and not of what compiled code does beside that."""

import torch

LOG = []


class Told(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        LOG.append(function.__name__)
        return super().__torch_function__(function, types, args, kwargs or {})


def sizes(x):
    return x * 2, x.shape[0], x.stride(), x.stride(0)


def writes(x):
    x.absolute_()
    return x.clamp_(0, 1)


def made(x):
    one = x[0].clone()
    return torch.tensor(x), torch.as_tensor(x), torch.full((2,), one), torch.arange(one), torch.zeros_like(x)


def attributes(x):
    return x.grad, x._base, x.__dict__, hash(x) == id(x), x._backward_hooks, x.requires_grad


def fn(x, function):
    heard = len(LOG)
    result = function(x)
    result = [type(part).__name__ for part in result] if isinstance(result, tuple) else type(result).__name__
    return LOG[heard:], result


def calls():
    for function in (sizes, writes, made, attributes):
        for size in (3, 3, 4, 5):
            x = torch.arange(float(size))[:].as_subclass(Told)
            LOG.clear()
            yield x, function
            LOG.clear()


options = [{}, {"dynamic": True}]
