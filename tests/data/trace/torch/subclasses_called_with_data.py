"""A subclass of torch.Tensor without a `__new__` of its own is called with a tensor, whose memory it shares, or with data."""

import torch


class Plain(torch.Tensor):
    pass


class Asked(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, arguments=(), keywords=None):
        return super().__torch_function__(function, types, arguments, keywords or {})


class Made(torch.Tensor):
    @staticmethod
    def __new__(cls, data, *arguments):
        return super().__new__(cls, data)


def of_tensors(x):
    return Plain(x).sin(), Asked(x) + 1, Made(x) * 3, (Plain(x) * x).sum(), Plain(x), isinstance(Made(x), Plain)


def of_data(x):
    return Plain([1.0, 2.0]) + x, Plain(2, 3).shape, Plain(x.shape).shape


def written(x):
    y = Plain(x)
    y.add_(1)
    return y, x * 2


def case(t):
    for backend in ("eager", "aot_eager"):
        for fn in (of_tensors, of_data):
            for grad in (False, True):
                x = torch.arange(2.0, requires_grad=grad)
                results, expected = t.compile(fn, backend=backend, fullgraph=True)(x), fn(x)
                t.equal([type(result) for result in results], [type(result) for result in expected])
                t.equal(results, expected)
        one, other = torch.arange(2.0), torch.arange(2.0)
        t.equal(t.compile(written, backend=backend, fullgraph=True)(one), written(other))
        t.equal(one, other)
