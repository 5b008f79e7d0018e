"""Branches and loops may give ints, compute numbers of their own, and be chosen by numbers: what only the running graph
knows of these is a symbol behind the call."""

import alternator
import torch
from torch._higher_order_ops.map import map as map_slices
from torch._higher_order_ops.while_loop import while_loop


def ints(x):
    one, y, two, same = torch.cond(x.sum() > 0, lambda: (1, x + 1, 5, (x.dim(),)), lambda: (1, x - 1, 6, (x.dim(),)))
    return one, y * two, two * 2 + one, same


def ints_alone(x):
    return torch.cond(x.sum() > 0, lambda: {"n": 3}, lambda: {"n": 4})


def as_a_size(x):
    _, n = torch.cond(x.sum() > 0, lambda a: (a + 1, 3), lambda a: (a - 1, 4), (x,))
    return torch.zeros(n)


def sizes(x):
    y = torch.cond(x.sum() > 0, lambda a: a[1:] + 1, lambda a: a[2:] * 2, (x,))
    return y, y.shape, y * y


def counted(x):
    i, n, a = while_loop(lambda i, n, a: i < n, lambda i, n, a: (i + 1, n, a * 2 + i), (0, 3, x))
    return i * 2, n, a + i


def nested(x):
    grow = lambda i, a: (i + 1, torch.cond(i > 1, lambda b: b * 2 + i, lambda b: b - i, (a,)))
    return while_loop(lambda i, a: not i >= 4, grow, (0, x))


def of_kinds(x):
    return torch.cond(x.sum() > 0, lambda a: (a + 1, 1), lambda a: (a - 1, 1.0), (x,))


def until(x, n):
    return while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a * 2 + x.shape[0]), (0, x))


def down(x, n):
    return while_loop(lambda i, a: i > 0, lambda i, a: (i - 1, a + 1), (n, x))


def chosen_by_size(x, n):
    return torch.cond((x.shape[0] > 3) & (n > 2), lambda a: a + 1, lambda a: a - 1, (x,)), n > 2


def mapped(x, n):
    return map_slices(lambda row: row * x.shape[0], torch.stack([x, x]))


def chosen_by_number(x):
    return torch.cond(x[0].item() > 2, lambda a: a + 1, lambda a: a - 1, (x,)), x * 2


def read_inside(x):
    def divided(a):
        n = a[1].item()
        return torch.cond(a[0] > 3, lambda b: b * n, lambda b: b // n, (a,)) + n

    return torch.cond(x[0] > 2, divided, lambda a: a - a[1].item(), (x,))


def checked_inside(x):
    n = x[1].item()

    def checked(a):
        torch._check(n > 100)
        return a + n // 2 if n > 100 else a

    return torch.cond(x[0] > 20, checked, lambda a: a - 7 // n, (x,)), n > 100


def asked_behind(x):
    y, n = torch.cond(x.sum() > 0, lambda a: (a + 1, 3), lambda a: (a - 1, 4), (x,))
    return y * 2 if n == 3 else y


def case(t):
    for backend in (t.backend, "aot_eager"):
        x = torch.ones(3)
        # Not each release compiles it as it is written.
        t.equal(t.compile(nested, fullgraph=True, backend=backend)(x), (4, ((x - 0 - 1) * 2 + 2) * 2 + 3))
        for fn in (ints, ints_alone, as_a_size, sizes, counted):
            # As it is written, torch compiles it, for sizes that it knows.
            torch._dynamo.reset()
            compiled = t.compile(fn, fullgraph=True, backend=backend)
            for x in (torch.ones(3), -torch.ones(3)):
                t.equal(compiled(x), fn(x))
        for fn in (until, down, chosen_by_size, mapped):
            before = len(t.graphs)
            compiled = t.compile(fn, fullgraph=True, dynamic=True, backend=backend)
            results = [compiled(torch.ones(n), n) for n in (4, 2, 5, 7)]
            assert backend != t.backend or len(t.graphs) - before == 1, fn
            t.equal(results, [fn(torch.ones(n), n) for n in (4, 2, 5, 7)])
        with torch._dynamo.config.patch(capture_scalar_outputs=True):
            for fn in (chosen_by_number, read_inside):
                compiled = t.compile(fn, fullgraph=True, backend=backend)
                for x in (torch.tensor([3, 4]), torch.tensor([1, 4]), torch.tensor([5, 4])):
                    t.equal(compiled(x), fn(x))
            # What a branch checks holds in it alone. (Torch checks it in any case.)
            x = torch.tensor([3, 4])
            t.equal(t.compile(checked_inside, fullgraph=True, backend=backend)(x), (x - 1, False))
    compiled = t.compile(asked_behind)
    for x in (torch.ones(3), -torch.ones(3)):
        t.equal(compiled(x), asked_behind(x))
    # An int and a float that are equal are two results.
    try:
        t.compile(of_kinds, fullgraph=True)(torch.ones(3))
    except alternator.errors.Unsupported as error:
        assert "different forms" in str(error)
    else:
        raise AssertionError("captured")


# expect breaks
# line 83: Could not guard on data-dependent expression u0 == 3
