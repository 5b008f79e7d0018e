"""The truth of a tensor of one element, and `in` of a tensor, are values that the graph computes, where numbers may be read
out of tensors; a branch on one is a data-dependent branch. A tensor may be the bound of a slice."""

import operator

import alternator
import torch


def truths(x):
    return bool(x), not x, operator.truth(x), operator.not_(x), torch.is_nonzero(x), x.is_nonzero(), x + 1


def containment(x):
    y = x * 2
    return 2 in y, 3.0 in y, x[0] in y, 2 not in y, operator.contains(y, 4), y


def computed_with(x):
    flag = bool(x > 1)
    return x * flag, torch.full((2,), flag), [flag], {"flag": not flag}


def slices(x):
    y = torch.arange(4.0)
    return y[x[0] :] + 1, y[: x[1]] * 2, y[None, x[0] : x[1]], y.reshape(2, 2)[:, x[0] :]


def written(x):
    y = torch.arange(4.0)
    y[x[0] :] = 7
    y[: x[0]] = 1
    return y


def branch(x):
    if bool(x):
        return x + 1
    return x - 1


def case(t):
    for backend in ("eager", "aot_eager"):
        whole = t.compile(truths, backend=backend, fullgraph=True)
        for number in (1, 0, 2.5, 0.0, float("nan"), True, False):
            x = torch.tensor([number])
            t.equal(whole(x), truths(x))
        flags = t.compile(computed_with, backend=backend, fullgraph=True)
        for number in (1.0, 2.0):
            t.equal(flags(torch.tensor([number])), computed_with(torch.tensor([number])))
        for fn, inputs in (
            (containment, ([1, 2], [3, 4])),
            (slices, ([0, 3], [1, 2])),
            (written, ([0, 3], [2, 2])),
        ):
            whole = t.compile(fn, backend=backend, fullgraph=True)
            for data in inputs:
                t.equal(whole(torch.tensor(data)), fn(torch.tensor(data)))
        alternator.reset()
    for fn, x, error in (
        (branch, torch.ones(1), alternator.errors.DataDependent),
        (truths, torch.ones(2), alternator.errors.OperatorRaised),
    ):
        try:
            t.compile(fn, backend="eager", fullgraph=True)(x)
            raise AssertionError(f"{error.__name__} was not raised")
        except error:
            pass
    alternator.reset()
    # Without numbers out of tensors these break the graph.
    for fn, data in ((truths, [1.0]), (containment, [1, 2]), (slices, [0, 3]), (branch, [1.0])):
        t.equal(t.compile(fn, backend="eager")(torch.tensor(data)), fn(torch.tensor(data)))
