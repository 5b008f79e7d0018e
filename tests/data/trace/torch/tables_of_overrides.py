"""A wrapper that looks up in a table who answers for a function, reads of attributes among them, and whose parts are read."""

import torch
from torch.utils._python_dispatch import return_and_correct_aliasing

table = {}


def implements(function):
    def register(answer):
        table[function] = answer
        return answer

    return register


class Scaled(torch.Tensor):
    """Numbers of eight bits and a scale."""

    @staticmethod
    def __new__(cls, numbers, scale, dtype):
        return torch.Tensor._make_wrapper_subclass(cls, numbers.shape, dtype=dtype)

    def __init__(self, numbers, scale, dtype):
        self.numbers, self.scale = numbers, scale

    def __tensor_flatten__(self):
        return ["numbers", "scale"], self.dtype

    @classmethod
    def __tensor_unflatten__(cls, parts, dtype, size, stride):
        return cls(parts["numbers"], parts["scale"], dtype)

    def plain(self):
        return self.numbers.to(self.dtype) * self.scale

    @classmethod
    def __torch_function__(cls, function, types, arguments=(), keywords=None):
        if function in table:
            return table[function](function, types, arguments, keywords or {})
        with torch._C.DisableTorchFunctionSubclass():
            return function(*arguments, **(keywords or {}))

    @classmethod
    def __torch_dispatch__(cls, function, types, arguments, keywords=None):
        if function in (torch.ops.aten.t.default, torch.ops.aten.detach.default, torch.ops.aten.clone.default):
            (tensor,) = arguments
            made = Scaled(function(tensor.numbers), tensor.scale, tensor.dtype)
            return return_and_correct_aliasing(function, arguments, keywords or {}, made)
        raise NotImplementedError(str(function))


@implements(torch.nn.functional.linear)
def _(function, types, arguments, keywords):
    x, weight = arguments[:2]
    # The transposed weight is made by the graph, and so are its parts.
    turned = weight.t()
    return (x @ turned.numbers.to(x.dtype)) * turned.scale + turned.plain().sum()


@implements(torch.Tensor.is_quantized.__get__)
def _(function, types, arguments, keywords):
    return "neither"


@implements(torch.Tensor.shape.__get__)
def _(function, types, arguments, keywords):
    assert function.__name__ == "__get__" and function.__self__ is torch.Tensor.shape
    with torch._C.DisableTorchFunctionSubclass():
        return tuple(function(*arguments, **keywords))


def fn(x, weight):
    out = torch.nn.functional.linear(x, weight)
    return out, weight.is_quantized, weight.shape, weight.dtype


def case(t):
    weight = Scaled(torch.arange(6, dtype=torch.int8).reshape(2, 3), torch.tensor(0.5), torch.float32)
    run = t.compile(fn, fullgraph=True)
    for x in (torch.ones(2, 3), torch.randn(2, 3)):
        t.equal(run(x, weight), fn(x, weight))
    assert len(t.graphs) == 1
    table[torch.Tensor.is_quantized.__get__] = lambda function, types, arguments, keywords: "another one"
    x = torch.randn(2, 3)
    t.equal(run(x, weight), fn(x, weight))
