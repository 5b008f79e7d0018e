"""Where the graph runs as it stands, a custom function is autograd's: what it saves is watched, freed and shown to hooks, it can be
differentiated twice, and who writes into an argument raises its version."""

import torch
from torch.autograd import Function
from torch.utils.checkpoint import checkpoint


class Square(Function):
    @staticmethod
    def forward(ctx, x, factor):
        result = x * x * factor
        ctx.save_for_backward(x, result)
        return result

    @staticmethod
    def backward(ctx, gradient):
        x, result = ctx.saved_tensors
        return gradient * 2 * result / x, gradient * x * x


class Stashed(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.x


class Both(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x * 3 + y

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 3, gradient * 5


class Given(Function):
    """Backward gives what forward saved, and what it was given."""

    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x)
        return x + y

    @staticmethod
    def backward(ctx, gradient):
        return ctx.saved_tensors[0], gradient


class Nested(Function):
    """Backward calls functions of its own, of what forward saved."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return Square.apply(x, weight * gradient)


class Written(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 7


weight = torch.nn.Parameter(torch.arange(3.0))


def square(x, y):
    return Square.apply(x * 1, y) + 1


def refused(call):
    try:
        call()
    except RuntimeError as error:
        return str(error).partition("\n")[0][:60]


def changed(fn):
    x, y = torch.ones(3, requires_grad=True), torch.full((3,), 2.0, requires_grad=True)
    result = fn(x, y)
    with torch.no_grad():
        y.mul_(3)
    return refused(result.sum().backward)


def freed(fn):
    x, y = torch.ones(3, requires_grad=True), torch.full((3,), 2.0, requires_grad=True)
    result = fn(x, y).sum()
    result.backward(retain_graph=True)
    result.backward()
    return x.grad, refused(result.backward)


def shown(fn):
    x, y = torch.ones(3, requires_grad=True), torch.full((3,), 2.0, requires_grad=True)
    packed = []
    with torch.autograd.graph.saved_tensors_hooks(lambda tensor: packed.append(tensor.clone()) or tensor * 1, lambda tensor: tensor):
        fn(x, y).sum().backward()
    return len(packed), x.grad


def twice(fn, *more):
    x = torch.arange(3.0) + 1
    x, more = x.requires_grad_(), [item.clone().requires_grad_() for item in more]
    (first,) = torch.autograd.grad(fn(x, *more).sum(), x, create_graph=True)
    return first, torch.autograd.grad((first * first).sum(), x)[0] if first.requires_grad else None


def versions(fn):
    found = []
    for follows in (True, False):
        for enabled in (True, False):
            argument = torch.ones(3, requires_grad=follows) * 1
            with torch.set_grad_enabled(enabled):
                result = fn(argument)
            found.append((argument._version, result._version, result is argument, result.requires_grad))
    return found


def case(t):
    def stashed(x):
        return Stashed.apply(x + 1)

    def both(x):
        return Both.apply(x, x)

    def given(x, y):
        return Given.apply(x, y)

    def nested(x):
        return Nested.apply(x)

    def checkpointed(x):
        return checkpoint(lambda x: Stashed.apply(x * 2) + x, x, use_reentrant=False)

    def written(x):
        return Written.apply(x)

    def compiled(fn, backend="eager"):
        return t.compile(fn, fullgraph=True, backend=backend)

    checks = [(check, square) for check in (changed, freed, shown)]
    checks += [(twice, fn) for fn in (stashed, both, nested, checkpointed)]
    for check, fn in (*checks, (versions, written)):
        t.equal(check(compiled(fn)), check(fn))
    y = torch.full((3,), 2.0)
    t.equal(twice(compiled(square), y), twice(square, y))
    for backend in ("eager", "aot_eager"):
        for fn in (given, both):
            found = []
            for call in (fn, compiled(fn, backend)):
                inputs = [torch.arange(3.0).requires_grad_() for _ in range(fn.__code__.co_argcount)]
                call(*inputs).sum().backward()
                found.append([item.grad for item in inputs])
            t.equal(found[1], found[0])
    # What a function keeps by itself may change, also where gradients are compiled ahead.
    for backend in ("eager", "aot_eager"):
        found = []
        for call in (stashed, compiled(stashed, backend)):
            x = torch.ones(3, requires_grad=True)
            call(x).sum().backward()
            found.append(x.grad)
        t.equal(found[1], found[0])
