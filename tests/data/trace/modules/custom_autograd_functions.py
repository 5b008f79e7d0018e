"""Forward and backward of a custom function are traced: what they read is guarded, what they keep is passed on."""

import torch
from torch.autograd import Function
from torch.autograd.function import once_differentiable

scale = 2.0


class ByContext(Function):
    @staticmethod
    def forward(ctx, x, factor, module=None):
        ctx.save_for_backward(x, None)
        ctx.factor, ctx.more = factor, {"cosine": x.cos()}
        ctx.module = module
        return x.sin() * factor * scale

    @staticmethod
    def backward(ctx, gradient):
        x, nothing = ctx.saved_tensors
        assert nothing is None and ctx.needs_input_grad[:2] == (True, False)
        result = gradient * ctx.more["cosine"] * ctx.factor * scale + x * 0
        return (result if ctx.module is None else ctx.module(result)), None, None


class BySetup(Function):
    @staticmethod
    def forward(x, y):
        return x * y, 3, x.view_as(x)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs, output[0])

    @staticmethod
    def backward(ctx, gradient, number, other):
        x, y, product = ctx.saved_tensors
        return gradient * y + other + product, gradient * x, None


class Sorted(Function):
    @staticmethod
    def forward(ctx, x):
        values, places = x.sort()
        ctx.mark_non_differentiable(places)
        ctx.places = places
        return values, places

    @staticmethod
    @once_differentiable
    def backward(ctx, gradient, _):
        result = torch.zeros_like(gradient)
        result[ctx.places] = gradient
        return result


class Cubed(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def vjp(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient * 3 * x**2


class Counted(Function):
    count = 0

    @staticmethod
    def forward(ctx, x, seen):
        Counted.count += 1
        seen.append(Counted.count)
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 5, None


class Failing(Function):
    @staticmethod
    def forward(ctx, x):
        raise ValueError("not today")


class Careful(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2, x * 3

    @staticmethod
    def backward(ctx, first, second):
        assert second is None
        return first * 7


class Told(Function):
    @staticmethod
    def forward(ctx, x, *others):
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(x, *others)
        results = [x * other for other in others]
        ctx.mark_non_differentiable(results[-1])
        return tuple(results)

    @staticmethod
    def backward(ctx, *gradients):
        x, *others = ctx.saved_tensors
        assert gradients[-1] is None
        known = [gradient * other for gradient, other in zip(gradients, others) if gradient is not None]
        return sum(known), *[None if gradient is None else gradient * x for gradient in gradients]


class InPlace(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 11


def both(t, fn, *arguments, **options):
    """Results and gradients, compiled and not."""
    found = []
    for call in (fn, t.compile(fn, **options)):
        given = [a.clone().detach().requires_grad_(a.requires_grad) if isinstance(a, torch.Tensor) else a for a in arguments]
        results = call(*given)
        results = results if isinstance(results, tuple) else (results,)
        sum(r.sum() for r in results if isinstance(r, torch.Tensor) and r.requires_grad).backward()
        found.append((results, [a.grad for a in given if isinstance(a, torch.Tensor)]))
    t.equal(found[1], found[0])


def case(t):
    global scale
    x, y = torch.randn(3, requires_grad=True), torch.randn(3, requires_grad=True)
    linear = torch.nn.Linear(3, 3)
    for whole in (dict(fullgraph=True), dict(fullgraph=True, backend="aot_eager")):
        both(t, lambda x: ByContext.apply(x, 3.0), x, **whole)
        both(t, lambda x: ByContext.apply(x + 1, 3.0, linear) * 2, x, **whole)
        both(t, lambda x, y: Told.apply(x, y, y * 2, y * 3)[:2], x, y, **whole)
        both(t, lambda x, y: BySetup.apply(x, y), x, y, **whole)
        both(t, lambda x, y: BySetup.apply(x, y)[0], x, y.detach(), **whole)
        both(t, lambda x: Sorted.apply(x), x, **whole)
        both(t, lambda x: Cubed.apply(x), x, **whole)
    # What forward reads is guarded.
    compiled = t.compile(lambda x: ByContext.apply(x, 1.0), backend="aot_eager")
    t.equal(compiled(x), x.sin() * 2)
    scale = 5.0
    t.equal(compiled(x), x.sin() * 5)
    # Without gradients there is nothing but forward; with them, backward can be differentiated.
    assert not t.compile(lambda x: ByContext.apply(x, 1.0), fullgraph=True)(x.detach()).requires_grad
    (gradient,) = torch.autograd.grad(t.compile(lambda x: Cubed.apply(x).sum(), fullgraph=True)(x), x, create_graph=True)
    t.equal(torch.autograd.grad(gradient.sum(), x)[0], 6 * x.detach())
    # What it changes, raises or writes into is the running program's.
    seen = []
    counted = t.compile(lambda x: Counted.apply(x, seen))
    counted(x), counted(x)
    assert seen == [1, 2] and Counted.count == 2
    try:
        t.compile(lambda x: Failing.apply(x * 2))(x)
    except ValueError as error:
        assert str(error) == "not today"
    else:
        raise AssertionError("it did not raise")
    # Which gradients there are is known only to the backward pass. (Backends that compile it make zeros of missing ones.)
    both(t, lambda x, y, z: Told.apply(x, y, z, y)[0], x, y, y, fullgraph=True)
    both(t, lambda x, y, z: Told.apply(x, y, z, y)[1], x, y, y, fullgraph=True)
    both(t, lambda x: Careful.apply(x)[0], x)
    both(t, lambda x: InPlace.apply(x * 1), x)


# expect breaks
# autograd.py: a custom function may raise
# line 86: the traced program raises a ValueError object: not today
# autograd.py: a custom function's backward may raise
# function.py: attribute 'materialize_grads' of a torch.autograd.function.CarefulBackward object, which C code stores
