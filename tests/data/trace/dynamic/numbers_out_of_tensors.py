"""Numbers that only the data knows: symbols that nodes of the graph compute."""

import torch


def case(t):
    with t.config.patch(capture_scalar_outputs=True, capture_dynamic_output_shape_ops=True):
        captured(t)


def captured(t):
    def scaled(x, n):
        k = n.item()
        return x * k, k + 1, (k * 2) // 3, -k, int(n), float(n)

    def run(fn, *calls):
        t.graphs.clear()
        compiled = t.compile(fn, fullgraph=True)
        for arguments in calls:
            t.equal(compiled(*arguments), fn(*arguments))
        assert len(t.graphs) == 1, len(t.graphs)

    x = torch.arange(4)
    run(scaled, *((x, torch.tensor(n)) for n in (3, -5, 0)))
    run(lambda x, n: (x * n.item(), n.item() / 2, n.item() * 2 - 1, int(n)), *((x, torch.tensor(n)) for n in (2.5, -0.5)))

    def sized(n):
        n = n.item()
        torch._check(n >= 0)
        torch._check(n < 100)
        return torch.ones(n) + 1, torch.arange(n).sum()

    run(sized, (torch.tensor(4),), (torch.tensor(7),))

    def masked(x):
        found = x[x > 0]
        rows, values = torch.nonzero(x), torch.unique(x)
        return found * 2, found.shape[0] + rows.shape[0], values + 1

    run(masked, (torch.tensor([0.0, 1.0, 2.0]),), (torch.tensor([5.0, 1.0, 2.0]),))

    def refused(n):
        n = n.item()
        torch._check(n < 3)
        return torch.zeros(2) + n

    compiled = t.compile(refused, fullgraph=True)
    t.equal(compiled(torch.tensor(2)), torch.full((2,), 2.0))
    try:
        compiled(torch.tensor(4))
    except RuntimeError:
        pass
    else:
        raise AssertionError("what was checked does not hold, and nothing was said")
