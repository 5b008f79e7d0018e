"""A comparison of sizes that is only a value is computed in each call; what asks for its truth guards it there."""

import torch


def returned(x, n):
    return x.shape[0] == 3, not n > 4, bool(n), (n > 4) & (x.shape[0] < 7), (n > 6) | (n == 2), x * 2


def kept(x, n):
    is_long = n > 4
    return [is_long for _ in range(2)], {"long": is_long, "odd": n % 2 == 1}, max(n, 4), min(n, 3), torch.zeros(max(n, 5)) + x.sum()


def across_a_break(x, n):
    is_long = n // 2 >= 3
    y = x + 1
    torch._dynamo.graph_break()
    return is_long, y * 2


def marked(x):
    return x.shape[0] == 3, x * 2


def asked(x, n):
    return x * 2 if n > 4 else x, [0, 1][n < 6], x.sum(0, keepdim=n > 4), f"{n > 5}", (n > 4) + 1


def read_out(x):
    a, b = x[0].item(), x[1].item()
    torch._check((a > 0) & (b < 9))
    return torch.zeros(a) + b, (a > 3) & (b < 2), not a > 3


def case(t):
    for fn, graphs in ((returned, 1), (kept, 1), (across_a_break, 2)):
        before = len(t.graphs)
        compiled = t.compile(fn, dynamic=True)
        for n in (5, 6, 3, 7, 2):
            t.equal(compiled(torch.arange(float(n)), n), fn(torch.arange(float(n)), n))
        assert len(t.graphs) - before == graphs, fn
    compiled = t.compile(marked, fullgraph=True)
    for n in (3, 4):
        x = torch.ones(n)
        torch._dynamo.mark_dynamic(x, 0)
        t.equal(compiled(x), marked(x))
    compiled = t.compile(asked, dynamic=True)
    for n in (5, 6, 3, 7, 2):
        t.equal(compiled(torch.arange(float(n)), n), asked(torch.arange(float(n)), n))
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        for backend in ("eager", "aot_eager"):
            compiled = t.compile(read_out, backend=backend, fullgraph=True)
            for x in (torch.tensor([4, 1]), torch.tensor([2, 5])):
                t.equal(compiled(x), read_out(x))
