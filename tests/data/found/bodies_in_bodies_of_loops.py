"""A body in another that captures a parameter of it has a parameter of that name beside its own. Found by `--branches`: the graph's
code had two parameters of one name."""

import torch
from torch._higher_order_ops.map import map as map_slices
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop


def loops(x):
    def body(k, a):
        return k + 1, while_loop(lambda j, b: j < 2, lambda j, b: (j + 1, b * 2 + a + k), (0, a * 1))[1]

    return while_loop(lambda k, a: k < 3, body, (0, x))


def looped(x):
    k, a = 0, x
    while k < 3:
        b = a * 1
        for _ in range(2):
            b = b * 2 + a + k
        k, a = k + 1, b
    return k, a


def rows(x):
    def combine(c, a):
        return c + a, map_slices(lambda row: row + c.sum(), torch.stack([a, c]))

    return scan(combine, x[0] * 1, x)


def summed(x):
    c, given = x[0] * 1, []
    for a in x:
        given.append(torch.stack([a, c]) + c.sum())
        c = c + a
    return c, torch.stack(given)


def case(t):
    for backend in (t.backend, "aot_eager"):
        for settings in ({}, {"dynamic": True}):
            for fn, plain in ((loops, looped), (rows, summed)):
                compiled = t.compile(fn, fullgraph=True, backend=backend, **settings)
                for length in (3, 2, 5):
                    x = torch.arange(length * 2.0).reshape(length, 2)
                    t.equal(compiled(x), plain(x))
