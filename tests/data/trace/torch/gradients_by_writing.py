"""What shares memory with a tensor that is given gradients has them too; the engine says so, or asks."""

import torch


def case(t):
    def fn(x):
        out = torch.zeros(2, 3)
        row = out[0]
        row[:] = x
        return out * 2, out.requires_grad, row.is_leaf

    x = torch.ones(3, requires_grad=True)
    t.equal(t.compile(fn)(x), fn(x))

    def plain(x):
        out = torch.zeros(2, 3)
        out[0] = x
        return out * 2

    t.equal(t.compile(plain, fullgraph=True)(x), plain(x))

    # What shares no memory with it is known as before: truths, and numbers that were made anew.
    def beside(x):
        out = torch.zeros(2, 3)
        out.index_add_(0, torch.tensor([0]), x[None])
        truths, numbers = out > 0, torch.ones(3).add(0.5)
        chosen = torch.add(0.25, truths, alpha=0.75).type_as(out)
        return out * chosen[0] * numbers, truths.requires_grad, numbers.requires_grad, chosen.requires_grad

    t.equal(t.compile(beside, fullgraph=True)(x), beside(x))

    # An input may be a view of the one that is written into.
    def views(base, view, x):
        base.copy_(x)
        return view.requires_grad, view * 2

    for function in (views, t.compile(views)):
        base = torch.zeros(3)
        results = function(base, base[:2], x)
        assert results[0] and results[1].requires_grad, (function, results)

    # Sizes and dtypes are all that these take of their second argument.
    def lent(a, b):
        return [r.requires_grad for r in (a.expand_as(b), a.type_as(b), a.view_as(b), a.reshape_as(b), a.to(b))]

    t.equal(t.compile(lent, fullgraph=True)(torch.ones(3), x), [False] * 5)


# expect breaks
# line 11: whether a tensor requires gradients after a write that may have changed it
# line 36: whether a tensor requires gradients after a write that may have changed it
