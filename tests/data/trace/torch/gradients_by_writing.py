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

    # Sizes and dtypes are all that these take of their second argument.
    def lent(a, b):
        return [r.requires_grad for r in (a.expand_as(b), a.type_as(b), a.view_as(b), a.reshape_as(b), a.to(b))]

    t.equal(t.compile(lent, fullgraph=True)(torch.ones(3), x), [False] * 5)


# expect breaks
# line 11: whether a tensor requires gradients after a write that may have changed it
