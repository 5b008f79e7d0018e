"""Tensors around other tensors: classes with a `__torch_dispatch__` that torch can take apart and make again."""

import torch
from torch.utils import _pytree as pytree
from torch.utils._python_dispatch import return_and_correct_aliasing


class Pair(torch.Tensor):
    __torch_function__ = torch._C._disabled_torch_function_impl

    @staticmethod
    def __new__(cls, a, b, factor=1, size=None, stride=None):
        keywords = dict(strides=stride or a.stride(), storage_offset=a.storage_offset(), dtype=a.dtype, device=a.device)
        return torch.Tensor._make_wrapper_subclass(cls, size or a.shape, requires_grad=a.requires_grad, **keywords)

    def __init__(self, a, b, factor=1, size=None, stride=None):
        self.a, self.b, self.factor = a, b, factor

    def __tensor_flatten__(self):
        return ["a", "b"], self.factor

    @staticmethod
    def __tensor_unflatten__(parts, factor, size, stride):
        return Pair(parts["a"], parts["b"], factor, size, stride)

    @classmethod
    def __torch_dispatch__(cls, function, types, args, kwargs=None):
        kwargs = kwargs or {}
        factor = next(x.factor for x in pytree.tree_leaves((args, kwargs)) if isinstance(x, Pair))
        left, right = (
            pytree.tree_leaves(function(*pytree.tree_map_only(Pair, take, args), **pytree.tree_map_only(Pair, take, kwargs)))
            for take in (lambda x: x.a, lambda x: x.b)
        )
        made = [cls(a, b, factor) if isinstance(a, torch.Tensor) else a for a, b in zip(left, right)]
        return return_and_correct_aliasing(function, args, kwargs, made[0] if len(made) == 1 else made)

    def __repr__(self):
        # Some releases' aot_eager writes down what it takes, and knows no text of its own for a wrapper.
        return f"Pair of {self.shape}"

    def scaled(self, by):
        return self * by + self.factor

    @property
    def total(self):
        return self.a + self.b


class Quantised(torch.Tensor):
    """A weight of small ints and scales, with a way of its own with linear layers."""

    @staticmethod
    def __new__(cls, ints, scales, dtype=torch.float32):
        return torch.Tensor._make_wrapper_subclass(cls, ints.shape, dtype=dtype, device=ints.device)

    def __init__(self, ints, scales, dtype=torch.float32):
        self.ints, self.scales = ints, scales

    def __tensor_flatten__(self):
        return ["ints", "scales"], self.dtype

    @classmethod
    def __tensor_unflatten__(cls, parts, dtype, size, stride):
        return cls(parts["ints"], parts["scales"], dtype)

    @classmethod
    def of(cls, weight):
        scales = weight.abs().amax(1, keepdim=True) / 127
        return cls((weight / scales).round().to(torch.int8), scales, weight.dtype)

    def __repr__(self):
        return f"Quantised of {self.shape}"

    def dequantise(self):
        return self.ints.to(self.dtype) * self.scales

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        if function is torch.nn.functional.linear:
            x, weight, bias = args
            return x @ weight.ints.to(x.dtype).t() * weight.scales.t() + bias
        with torch._C.DisableTorchFunctionSubclass():
            return function(*args, **(kwargs or {}))

    @classmethod
    def __torch_dispatch__(cls, function, types, args, kwargs=None):
        if function is torch.ops.aten.detach.default:
            x = args[0]
            made = cls(x.ints.detach(), x.scales.detach(), x.dtype)
            return return_and_correct_aliasing(function, args, kwargs or {}, made)
        return function(*pytree.tree_map_only(Quantised, lambda x: x.dequantise(), args), **(kwargs or {}))


class Sealed(torch.Tensor):
    """Cannot be taken apart."""

    @staticmethod
    def __new__(cls, inside):
        made = torch.Tensor._make_wrapper_subclass(cls, inside.shape, dtype=inside.dtype)
        made.inside = inside
        return made

    __torch_function__ = torch._C._disabled_torch_function_impl

    @classmethod
    def __torch_dispatch__(cls, function, types, args, kwargs=None):
        return function(*pytree.tree_map_only(Sealed, lambda x: x.inside, args), **(kwargs or {}))


def pair(rows=4, factor=1, gradients=False):
    made = Pair(torch.arange(rows * 3.0).reshape(rows, 3), torch.full((rows, 3), 2.0), factor)
    return made.requires_grad_() if gradients else made


def plain(result):
    """A result as tensors that can be compared, with the classes that they were found in."""
    if isinstance(result, (tuple, list)):
        return [plain(item) for item in result]
    if isinstance(result, Pair):
        return ["Pair", result.factor, result.requires_grad, plain(result.a), plain(result.b)]
    return result.detach().clone() if isinstance(result, torch.Tensor) else result


def pointwise(x):
    return x.sin() + 1


def mixed(x):
    return x * torch.ones(3), torch.add(x, x), x.reshape(-1) * x.shape[0]


def parts(x):
    y = x.cos()
    return x.a + x.b, x.total, y.a, y.a is y.a, y.factor, x.factor


def methods(x):
    return x.scaled(3), isinstance(x + 1, Pair), type(x.sum()) is Pair


def made_inside(x):
    return Pair(x.a.sin(), x.b, 5) * 2, type(x)(x.b, x.a)


def itself(x):
    return x, x.view(-1), x.unbind(0)


def written(x):
    before = x.a * 1
    x.add_(1)
    return x, x.a * 2, before


def part_before_write(x):
    part = x.a
    x.add_(1)
    return part * 2


def changed(x):
    x.factor = 7
    return x + 1


def gradients(x):
    y = (x.sin() * 2).sum()
    y.backward()
    return y, x.grad


class Layers(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 3)
        self.layer.weight = torch.nn.Parameter(Quantised.of(torch.arange(9.0).reshape(3, 3) + 1), requires_grad=False)
        self.layer.bias = torch.nn.Parameter(torch.ones(3))
        self.weight = torch.nn.Parameter(Pair(torch.ones(3, 3), torch.eye(3)))

    def forward(self, x):
        return self.layer(x) @ self.weight, x @ self.layer.weight.dequantise()


def case(t):
    programs = [pointwise, mixed, parts, methods, made_inside, itself, written, part_before_write, changed]
    if t.release >= (2, 12):  # Before, a first backward pass of a subclass imports modules, whose code breaks graphs of its own.
        programs.append(gradients)
    for backend in ("eager", "aot_eager"):
        for program in programs:
            compiled = t.compile(program, backend=backend)
            for rows, factor in ((4, 1), (4, 1), (5, 1), (6, 1), (6, 2)):
                arguments = [pair(rows, factor, program is gradients) for _ in range(2)]
                t.equal(plain(compiled(arguments[0])), plain(program(arguments[1])))
                t.equal(plain(arguments[0]), plain(arguments[1]))
        layers = Layers()
        compiled = t.compile(layers, backend=backend)
        for rows in (2, 2, 5):
            t.equal(plain(compiled(torch.ones(rows, 3))), plain(layers(torch.ones(rows, 3))))
    sealed = t.compile(pointwise)
    t.equal(sealed(Sealed(torch.ones(2))), torch.ones(2).sin() + 1)


# expect breaks torch-2.11
# line 151: a write in a graph that takes a wrapper and what is in it
# line 151: a write in a graph that takes a wrapper and what is in it
# line 151: a write in a graph that takes a wrapper and what is in it
# line 158: a write in a graph that takes a wrapper and what is in it
# line 158: a write in a graph that takes a wrapper and what is in it
# line 158: a write in a graph that takes a wrapper and what is in it
# line 162: an attribute of a wrapper is changed
# line 151: a write in a graph that takes a wrapper and what is in it
# line 151: a write in a graph that takes a wrapper and what is in it
# line 158: a write in a graph that takes a wrapper and what is in it
# line 158: a write in a graph that takes a wrapper and what is in it
# line 162: an attribute of a wrapper is changed
# line 125: a tensor subclass with a __torch_dispatch__ of its own that cannot be taken apart
# expect breaks
# line 151: a write in a graph that takes a wrapper and what is in it
# line 151: a write in a graph that takes a wrapper and what is in it
# line 151: a write in a graph that takes a wrapper and what is in it
# line 158: a write in a graph that takes a wrapper and what is in it
# line 158: a write in a graph that takes a wrapper and what is in it
# line 158: a write in a graph that takes a wrapper and what is in it
# line 162: an attribute of a wrapper is changed
# line 168: call of function Tensor.backward: the backward pass runs outside the graph (trace_autograd_ops is off)
# line 168: call of function Tensor.backward: the backward pass runs outside the graph (trace_autograd_ops is off)
# line 168: call of function Tensor.backward: the backward pass runs outside the graph (trace_autograd_ops is off)
# line 151: a write in a graph that takes a wrapper and what is in it
# line 151: a write in a graph that takes a wrapper and what is in it
# line 158: a write in a graph that takes a wrapper and what is in it
# line 158: a write in a graph that takes a wrapper and what is in it
# line 162: an attribute of a wrapper is changed
# line 168: call of function Tensor.backward: the backward pass runs outside the graph (trace_autograd_ops is off)
# line 168: call of function Tensor.backward: the backward pass runs outside the graph (trace_autograd_ops is off)
# line 125: a tensor subclass with a __torch_dispatch__ of its own that cannot be taken apart
