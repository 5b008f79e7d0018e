"""What forward of a custom function does to objects around it stays: it is called just once."""

import types

import torch
from torch.autograd import Function

count = 0
kept = []
state = types.SimpleNamespace(calls=0, last=None, table={})


class Counting(Function):
    calls = 0

    @staticmethod
    def forward(ctx, x, name):
        global count
        count += 1
        state.calls += 1
        state.last = x.shape
        state.table[name] = state.calls
        Counting.calls += 1
        kept.append(torch.is_grad_enabled())
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 3, None


class Keeping(Function):
    """Tensors of forward outlive it: its result, one on the way there, its argument."""

    @staticmethod
    def forward(ctx, x, y):
        between = x.sin()
        kept.append(between)
        result = between * y
        result.label = "result"
        kept.append({"result": [result], "argument": x})
        x.seen = len(kept)
        state.last = types.SimpleNamespace(of=between)
        ctx.save_for_backward(x, y, between)
        return result, (x > 0)

    @staticmethod
    def backward(ctx, gradient, _):
        x, y, between = ctx.saved_tensors
        return gradient * x.cos() * y, gradient * between


class Told(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        between = x * 3
        kept.append(between)
        return between * 2, between * 4

    @staticmethod
    def backward(ctx, one, other):
        one = 0 if one is None else one * 6
        return one if other is None else one + other * 12


class BySetup(Function):
    @staticmethod
    def forward(x):
        kept.append("forward")
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        kept.append(inputs[0])
        ctx.save_for_backward(output)

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.saved_tensors[0]


class Viewing(Function):
    @staticmethod
    def forward(ctx, x):
        kept.append(x[:2])
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


class Writing(Function):
    buffer = torch.zeros(3)

    @staticmethod
    def forward(ctx, x):
        Writing.buffer.add_(x)
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


def run(fn, rounds=2):
    """What came of it, and what is left around it."""
    global count
    count, Counting.calls = 0, 0
    kept.clear()
    vars(state).update(calls=0, last=None, table={})
    Writing.buffer.zero_()
    found = []
    for _ in range(rounds):
        x, y = (torch.arange(3.0) + 1).requires_grad_(), torch.full((3,), 2.0).requires_grad_()
        results = fn(x, y)
        sum(r.sum() for r in results if r.requires_grad).backward()
        found.append((results, x.grad, y.grad, getattr(x, "seen", None), getattr(results[0], "label", None)))
    about = [(item, item.requires_grad) if isinstance(item, torch.Tensor) else item for item in kept]
    last = state.last.of if isinstance(state.last, types.SimpleNamespace) else state.last
    return found, about, (count, Counting.calls, state.calls, last, dict(state.table), Writing.buffer.clone())


def counting(x, y):
    return Counting.apply(x, "first") + Counting.apply(y, "second"), x * state.calls


def keeping(x, y):
    result, positive = Keeping.apply(x + 1, y)
    same = kept[-1]["result"][0] is result
    return result + kept[-2], positive, x * 2 if same else x


def argument(x, y):
    result = Keeping.apply(x, y)[0]
    return result, y + 1 if kept[-1]["argument"] is x else y


def closed(x, y):
    calls, last = 0, None

    class Local(Function):
        @staticmethod
        def forward(ctx, x):
            nonlocal calls, last
            calls, last = calls + 1, x * 5
            return x * 2

        @staticmethod
        def backward(ctx, gradient):
            return gradient * 2

    return Local.apply(x) * calls, last * y


def case(t):
    for backend in (t.backend, "aot_eager"):
        whole = dict(fullgraph=True, backend=backend)
        for fn in (counting, keeping, argument, lambda x, y: Told.apply(x), lambda x, y: Told.apply(x * y)[:1], lambda x, y: (BySetup.apply(x),)):
            t.equal(run(t.compile(fn, **whole), 3), run(fn, 3))
        for fn in (closed, lambda x, y: (Viewing.apply(x),), lambda x, y: (Writing.apply(x),)):
            t.equal(run(t.compile(fn, backend=backend)), run(fn))
