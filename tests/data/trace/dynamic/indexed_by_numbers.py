"""Tensors indexed by numbers that only the data knows: the graph selects by them."""

import torch


def picked(x, n):
    n = n.item()
    return x[n], x.select(0, n), x[n, 1:3], x[..., n], x[None, n], x[n, None], x[:, n, ...], x[True, n], x[n][n], x[-n], x[n - 3]


def among_tensors(x, n):
    n, rows = n.item(), torch.tensor([0, 3])
    return x[rows, n], x[n, rows], x[x[:, 0] > 4, n], x[n].contiguous(), x[n].view(2, 2), x[:, n].stride()


def written(x, n):
    n, z = n.item(), x * 1
    z[n] = 5
    z[:, n] += 1
    z[n, n] = x[0, 0]
    z[0, n] = torch.ones(1, 1)
    z[torch.tensor([0, 3]), n] = torch.tensor([9.0, 8.0])
    z[n].add_(3)
    return z


def truths(x, n):
    positive = (n > 1).item()
    return positive, not positive, type(positive) is bool, positive + 1, x + positive


def by_truth(x, n):
    return x[(n > 1).item()] + 1


def decided(x, n):
    return x + 1 if n.sum().item() + x.sum().int().item() > 2 else x - 1


def case(t):
    x = torch.arange(16.0).view(4, 4)
    with t.config.patch(capture_scalar_outputs=True):
        for fn in picked, among_tensors, written, truths:
            t.graphs.clear()
            compiled = t.compile(fn, fullgraph=True)
            for n in 2, 1:
                t.equal(compiled(x, torch.tensor(n)), fn(x, torch.tensor(n)))
            assert len(t.graphs) == 1, (fn, len(t.graphs))
        for n in 2, 1:
            t.equal(t.compile(by_truth)(x, torch.tensor(n)), by_truth(x, torch.tensor(n)))
        try:
            t.compile(decided, fullgraph=True)(x, torch.tensor(3))
        except RuntimeError as error:
            assert "Could not guard on data-dependent expression u0 + u1 > 2" in str(error), error
            assert "torch._check" in str(error)
        else:
            raise AssertionError("a branch on a number that only the data knows was captured")
