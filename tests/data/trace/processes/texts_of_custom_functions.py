"""A custom autograd function in the graph reads as torch's front end writes it."""

import programs

SCRIPT = """
import torch
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
from torch._functorch.autograd_function import autograd_function_apply
from torch.autograd import Function

class Sine(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.sin()

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * x.cos()

class BySetup(Function):
    @staticmethod
    def forward(x, y):
        return x * y

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs, output)

    @staticmethod
    def backward(ctx, g):
        x, y, product = ctx.saved_tensors
        return g * y + product, g * x

class Parts(Function):
    @staticmethod
    def forward(ctx, x, unused, y, factor):
        between = x.sin() * y
        ctx.save_for_backward(between, x)
        ctx.cosine, ctx.y, ctx.factor = x.cos(), y, factor
        positive = x > 0
        ctx.mark_non_differentiable(positive)
        return between * factor, positive, y.tan()

    @staticmethod
    def backward(ctx, first, _, third):
        between, x = ctx.saved_tensors
        return first * ctx.cosine * ctx.factor, None, third * ctx.y + between * x, None

class Outside(Function):
    @staticmethod
    def forward(ctx, x, module):
        ctx.module = module
        return module(x)

    @staticmethod
    def backward(ctx, g):
        return g @ ctx.module.weight + weights, None

class Sized(Function):
    @staticmethod
    def forward(ctx, x, y):
        y = y.t()
        ctx.save_for_backward(x, y)
        return x @ y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g @ y.t(), g.t() @ x

class Several(Function):
    @staticmethod
    def forward(ctx, x, y, z):
        ctx.save_for_backward(x, y)
        return x + y, x * z

    @staticmethod
    def backward(ctx, *gradients):
        x, y = ctx.saved_tensors
        first, second = gradients
        return first + second * x, first * y if ctx.needs_input_grad[1] else None, second * x

class Written(Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.mark_dirty(x)
        x.mul_(factor)
        return x, x * 2

    @staticmethod
    def backward(ctx, g, o):
        return g * 3 + o, None

def twice(x, y):
    return Sine.apply(Sine.apply(x * 2)) + 1

def by_setup(x, y):
    return BySetup.apply(x, y)

def parts(x, y):
    z = y * 3
    first, positive, third = Parts.apply(x, z, y, 3.0)
    return first + third, positive

def outside(x, y):
    return Outside.apply(x, layer)

def several(x, y):
    z = x + y
    return Several.apply(x, y, z)[1]

def several_partly(x, y):
    fixed, z = y.detach(), x + 1
    return Several.apply(x, fixed, z)

def without(x, y):
    with torch.no_grad():
        first = Sine.apply(x)
    return first + y

def sized(x, y):
    return Sized.apply(x, y)

def written(x, y):
    z = x * 1
    first, second = Written.apply(z, 3)
    return first.sin() + z + second

def described(graph):
    for node in graph.graph.nodes:
        if node.op == "output":
            continue
        functions = [(name, str(function)) for name, function in node.meta.get("source_fn_stack", ())]
        example = node.meta.get("example_value")
        parts = example if type(example) is tuple else [example]
        leaves = [part for part in parts if isinstance(part, torch.Tensor)]
        print(node.op, node.name, [name for name, _ in functions], [(tuple(leaf.shape), leaf.requires_grad) for leaf in leaves])
        if node.op == "get_attr":
            described(getattr(graph, node.target))

layer, weights = torch.nn.Linear(3, 3), torch.ones(3)
x, y = torch.ones(3, 3, requires_grad=True), torch.ones(3, 3, requires_grad=True)
functions = [(function, False) for function in (twice, by_setup, parts, outside, several, several_partly, without)]
functions.append((sized, True))
if "dirty_idx" in type(autograd_function_apply).__call__.__code__.co_consts:
    functions.append((written, False))
for function, dynamic in functions:
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    torch.compile(function, backend=backend, fullgraph=True, dynamic=dynamic)(x, y)
    print(function.__name__)
    for graph in backend.graphs:
        print(normalize_gm(graph.print_readable(print_output=False)))
        described(graph)
"""


def case(t):
    programs.compare(SCRIPT)


# expect captured
# nothing


# expect nothing torch-2.14
# The texts are those of 2.15.
