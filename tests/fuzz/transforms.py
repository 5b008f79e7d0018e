"""The machine for what stands around tensors' operators: modules with hooks, functions of autograd, transforms of torch.func,
modes, subclasses that hear of calls, checkpoints, optimizers, functions that are compiled inside, views that are written into.

A program is a module, the functions beside it and a function `fn` of a tensor and the module. What the calls change in
between (hooks that come and go, flags, parameters that are frozen or replaced, training and evaluation) is part of it.
"""

from __future__ import annotations

import random

HEAD = '''"""Made by tests/fuzz/transforms.py."""

import functools

import torch
import torch.nn.functional as F
import torch.utils.checkpoint
from torch import nn
from torch.func import functional_call, grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp, vmap
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

import alternator

LOG = []
torch.utils.hooks.RemovableHandle.next_id = 0  # which hooks tell of themselves


def told(name, value=None):
    if len(LOG) < 200:
        LOG.append((name, None if value is None else tuple(value.shape)))


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


class Both(torch.autograd.Function):
    @staticmethod
    def forward(x, y):
        return x * y, x + y

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)
        ctx.mark_non_differentiable(output[1])

    @staticmethod
    def backward(ctx, one, _):
        x, y = ctx.saved_tensors
        return (one * y if ctx.needs_input_grad[0] else None), (one * x if ctx.needs_input_grad[1] else None)


class Add(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.add_(1)

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 3


class Heard(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        told(getattr(function, "__name__", "?"))
        return super().__torch_function__(function, types, args, kwargs or {})


class Functions(TorchFunctionMode):
    def __init__(self, factor=1):
        super().__init__()
        self.factor, self.count = factor, 0

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.count += 1
        result = function(*args, **(kwargs or {}))
        if function in (torch.sin, torch.Tensor.sin):
            told("mode", result)
            return result * self.factor
        return result


class Meta(type):
    def __call__(cls, *args, **kwargs):
        made = super().__call__(*args, **kwargs)
        made.made_by = cls.__name__
        return made

    @property
    def scale(cls):
        return 2 + len(cls.__name__)


class Scaled(metaclass=Meta):
    def __init__(self, by=1):
        self.by = by

    def __call__(self, x):
        return x * self.by * type(self).scale


class Layer(nn.Module):
    def __init__(self, size=4):
        super().__init__()
        self.linear = nn.Linear(size, size)
        self.scale = nn.Parameter(torch.ones(size))
        self.register_buffer("count", torch.zeros(()))
        self.register_buffer("running", torch.zeros(size), persistent=False)
        self.steps, self.flag = 0, False

    def forward(self, x, flag=False):
        if self.training:
            self.count += 1
            self.running = self.running * 0.5 + x.detach().reshape(-1, x.shape[-1]).mean(0) * 0.5
        if flag or self.flag:
            x = x + self.running
        return self.linear(x) * self.scale


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Layer() for _ in range(2)])
        self.norm = nn.LayerNorm(4)
        self.drop = nn.Dropout(0.5)
        self.parts = nn.ModuleDict({"a": Layer(), "b": nn.Linear(4, 4)})
        self.weights = nn.ParameterList([nn.Parameter(torch.full((4,), 0.5)) for _ in range(2)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).tanh()
        return self.norm(x)


def double(x):
    return x.sin() * 2


def loss(x, y=None):
    return (x.sin() if y is None else x * y).pow(2).sum()


def pre_hook(module, args):
    told("pre", args[0])
    return (args[0] * 1.5,)


def silent_hook(module, args, result):
    module.calls = getattr(module, "calls", 0) + 1


def result_hook(module, args, result):
    told("result", result)
    return result + 1


def keyword_hook(module, args, kwargs, result):
    told("keywords " + ",".join(sorted(kwargs)), result)


def backward_hook(module, received, given):
    told("backward", given[0])


def gradient_hook(gradient):
    told("gradient", gradient)
    return gradient * 2
'''

# What computes a tensor of the same sizes (or of broadcast ones) from `x`, a tensor of (?, 4), and the module `net`. `#` is a number.
OPERATORS = (
    "x = x.sin() + #",
    "x = x * net.weights[#]",
    "x = net(x)",
    "x = net.layers[#](x)",
    "x = net.layers[#](x, flag=True)",
    "x = net.parts['a'](x, True)",
    "x = net.parts['b'](x)",
    "x = net.drop(x)",
    "x = F.dropout(x, 0.5, net.training)",
    "x = Square.apply(x, #)",
    "x, other = Both.apply(x, net.weights[#] + x * 0)\nx = x + other",
    "x = Add.apply(x.clone())",
    "x = x + Scaled(#)(x)",
    "x = double(x)",
    "x = inner(x)",
    "x = x + inner(x.detach())",
    "x = compiled_inner(x)",
    "x = disabled_inner(x)",
    "x = x.cos()\nx.add_(#)",
    "y = x.clone()\ny[:, 1:].mul_(2)\nx = y",
    "y = x * 1\ny.view(-1)[::2] = y.view(-1)[::2] + 1\nx = y",
    "y = torch.zeros_like(x)\ny[0] = x[0]\nx = x + y",
    "x = x.as_subclass(Heard).cos().as_subclass(torch.Tensor)",
    "x = torch.utils.checkpoint.checkpoint(double, x, use_reentrant=False)",
    "x = torch.utils.checkpoint.checkpoint(net.layers[#], x, use_reentrant=False)",
    "x = x.t().contiguous().t()",
    "x = torch.stack([x, x * 2]).sum(0)",
    "x = x + torch.rand_like(x)",
    "x = x.detach() + x",
    "x = x.requires_grad_(x.requires_grad)",
    "x.register_hook(gradient_hook) if x.requires_grad else None",
    "x.retain_grad() if x.requires_grad else None",
    "x = x + x.is_leaf + x.requires_grad * 2",
    "x = x + (x.grad_fn is None)",
    "x = x + net.layers[#].steps",
    "net.layers[#].steps += 1",
    "net.extra = x.detach()",
    "x = x + getattr(net, 'extra', 0)",
    "net.layers[0].flag = not net.layers[0].flag",
    "handle = net.layers[#].register_forward_hook(result_hook)\nx = net(x)\nhandle.remove()",
)

TRANSFORMS = (
    "x = vmap(double)(x)",
    "x = vmap(lambda row: row * 2 + row.sum())(x)",
    "x = vmap(double, in_dims=1, out_dims=1)(x)",
    "x = vmap(lambda a, b: a * b + #, in_dims=(0, None))(x, x[0])",
    "x = vmap(net.parts['b'])(x)",
    "x = vmap(F.dropout, randomness='different')(x)",
    "x = vmap(vmap(torch.sin))(x)",
    "x = vmap(grad(loss))(x)",
    "x = vmap(torch.cumsum, in_dims=(0, None))(x, 0)",
    "x = vmap(double, chunk_size=2)(x)",
    "x = grad(loss)(x)",
    "x = grad(loss, argnums=1)(x, x * 2)",
    "x = grad(lambda v: grad(loss)(v).sum())(x)",
    "g, value = grad_and_value(loss)(x)\nx = g + value",
    "g, aux = grad(lambda v: (loss(v), v * 2), has_aux=True)(x)\nx = g + aux",
    "value, pull = vjp(double, x)\nx = value + pull(torch.ones_like(value))[0]",
    "value, tangent = jvp(double, (x,), (torch.ones_like(x),))\nx = value + tangent",
    "x = jacrev(double)(x[0]).sum(0) + x",
    "x = jacfwd(double)(x[0]).sum(0) + x",
    "x = hessian(loss)(x[0]).sum(0) + x",
    "x = functional_call(net.parts['b'], {'weight': torch.eye(4)}, (x,))",
    "x = functional_call(net, {n: p.detach() * 2 for n, p in net.named_parameters()}, (x,))",
    "x = x + grad(lambda p: functional_call(net.parts['b'], p, (x,)).sum())(dict(net.parts['b'].named_parameters()))['bias']",
    "x = torch.func.linearize(double, x)[1](x)",
    "x = torch.func.functionalize(lambda v: v.clone().add_(1))(x)",
)

CONTEXTS = (
    "torch.no_grad()",
    "torch.enable_grad()",
    "torch.set_grad_enabled(net.training)",
    "torch.inference_mode()",
    "torch.autocast('cpu', torch.bfloat16)",
    "torch.autocast('cpu', enabled=False)",
    "Functions(#)",
    "torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t)",
    "torch.autograd.graph.save_on_cpu()",
    "torch.random.fork_rng(devices=[])",
    "nn.utils.parametrize.cached()",
    "torch.device('cpu')",
    "torch.autograd.profiler.record_function('part')",
    "torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH)",
)

# What calls change between one and the next.
CHANGES = (
    "net.train(not net.training)",
    "net.eval()",
    "net.layers[0].flag = True",
    "net.layers[1].register_forward_hook(result_hook)",
    "net.layers[1].register_forward_hook(silent_hook)",
    "net.layers[0].register_forward_pre_hook(pre_hook)",
    "net.parts['a'].register_forward_hook(keyword_hook, with_kwargs=True)",
    "net.parts['b'].register_full_backward_hook(backward_hook)",
    "handles.append(net.norm.register_forward_hook(result_hook))",
    "handles and handles.pop().remove()",
    "net.layers[0].linear.weight.requires_grad_(False)",
    "net.requires_grad_(True)",
    "net.layers[0].linear.weight.data.mul_(2)",
    "net.layers[1].linear = nn.Linear(4, 4)",
    "net.layers[1].scale = nn.Parameter(torch.full((4,), 3.0))",
    "net.weights[0] = nn.Parameter(torch.full((4,), 2.0))",
    "net.layers.append(Layer())",
    "net.layers[0].linear.weight.register_hook(gradient_hook) if net.layers[0].linear.weight.requires_grad else None",
    "net.load_state_dict({n: t * 0.5 for n, t in net.state_dict().items()})",
    "nn.utils.parametrizations.weight_norm(net.parts['b']) if not nn.utils.parametrize.is_parametrized(net.parts['b']) else None",
    "net.double().float()",
    "net.zero_grad()",
    "net.layers[0].forward = functools.partial(Layer.forward, net.layers[0], flag=True)",
    "net.layers[0].__dict__.pop('forward', None)",
)

BREAK = "torch._dynamo.graph_break()"
RESULTS = ("x", "x, net.layers[0].count", "x.sum(), x", "[x, x.detach()]", "x, x.view(-1), x.requires_grad", "{'x': x, 'steps': net.layers[0].steps}")


class Maker:
    def __init__(self, random: random.Random) -> None:
        self.random = random
        self.budget = 0

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def line(self, choices: tuple[str, ...]) -> list[str]:
        return self.random.choice(choices).replace("#", str(self.random.randint(0, 1))).split("\n")

    def block(self, depth: int, least: int = 1) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(least, least + 2)):
            lines += self.statement(depth)
        return lines

    def statement(self, depth: int) -> list[str]:
        self.budget -= 1
        roll = self.random.random()
        if depth >= 3 or self.budget < 0 or roll < 0.5:
            return self.line(OPERATORS)
        if roll < 0.7:
            return self.line(TRANSFORMS)
        if roll < 0.86:
            context = self.random.choice(CONTEXTS).replace("#", str(self.random.randint(1, 3)))
            return [f"with {context}:", *indented(self.block(depth + 1))]
        if roll < 0.91:
            return [f"for layer in net.layers[:{self.random.randint(1, 2)}]:", *indented([*self.block(depth + 1), "x = layer(x)"])]
        if roll < 0.95:
            condition = self.random.choice(("net.training", "x.requires_grad", "x.shape[0] > 2", "torch.is_grad_enabled()", "x.dtype == torch.float32"))
            return [f"if {condition}:", *indented(self.block(depth + 1)), "else:", *indented(self.block(depth + 1))]
        if roll < 0.97:
            return ["try:", *indented(self.block(depth + 1)), "except RuntimeError as error:", "    told(type(error).__name__)"]
        return [BREAK]

    def program(self) -> str:
        self.budget = 3
        inner = ["", "", "def inner(x):", "    return x.cos() + x.shape[0]"]
        inner += ["", "", "def compiled_inner(x):", "    return alternator.compile(inner, backend='eager')(x)"]
        inner += ["", "", "@alternator.disable", "def disabled_inner(x):", "    return inner(x)"]
        self.budget = self.random.randint(3, 9)
        body = [*self.block(0, 2), f"return {self.random.choice(RESULTS)}"]
        function = ["", "", "def fn(x, net):", *indented(body)]
        return "\n".join([HEAD.rstrip("\n"), *inner, *function, *self.calls()]) + "\n"

    def calls(self) -> list[str]:
        gradients = self.chance(0.7)
        lines = ["def calls():", "    torch.manual_seed(1)", "    net, handles = Net(), []"]
        for number in range(self.random.randint(3, 6)):
            for _ in range(self.random.randint(0, 2) if number else self.random.randint(0, 1)):
                lines.append("    " + self.random.choice(CHANGES))
            rows = self.random.choice((3, 3, 3, 2, 4, 1))
            made = f"torch.randn({rows}, 4{', requires_grad=True' if gradients and self.chance(0.6) else ''})"
            if self.chance(0.1):
                made += self.random.choice((".double().float()", "[:, [1, 0, 2, 3]]", ".t().contiguous().t()", ".as_subclass(Heard)"))
            lines += ["    torch.manual_seed(2)", f"    yield {made}, net"]
        settings = ["", "", f"train = {gradients}"]
        if self.chance(0.3):
            settings.append("options = [{}, {'dynamic': True}]")
        return ["", "", *lines, *settings]


def indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


def make(random: random.Random) -> str:
    """The text of a program."""
    return Maker(random).program()
