"""A loop whose body gives a tensor of other strides than it is called with is refused, as torch refuses it. Found by `--branches`: the
body was traced for the strides before the loop, and `contiguous` was left out of it, which later iterations needed."""

import alternator
import torch
from torch._higher_order_ops.while_loop import while_loop


def changed(x):
    def body(k, a, c):
        return k + 1, torch.zeros(2, 3) + k, a.t().contiguous().t() * 1

    return while_loop(lambda k, a, c: k < 3, body, (0, x * 2, x.clone()))


def kept(x):
    return while_loop(lambda k, a: k < 3, lambda k, a: (k + 1, a * 2 + k), (0, x + 1))


def case(t):
    compiled = t.compile(kept, fullgraph=True)
    for length in (3, 2, 4):
        for x in (torch.ones(2, length), torch.ones(length, 2).t()):
            k, a = compiled(x)
            assert k == 3 and a.stride() == x.stride()
            t.equal(a, ((x + 1) * 2 * 2 + 1) * 2 + 2)
    try:
        t.compile(changed, fullgraph=True)(torch.ones(3, 2).t())
    except alternator.errors.Unsupported as error:
        assert "changes its form" in str(error)
    else:
        raise AssertionError("captured")
