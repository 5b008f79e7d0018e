"""An operator whose result nobody wants raises all the same, with backends that leave out what nobody wants."""

import torch
import torch.nn.functional as F

from raising import BACKENDS, agree

LOG = []


def is_positive(x, i):
    try:
        torch.linalg.cholesky(x)
    except RuntimeError:
        return x * 0
    return x + 1


def looked_up(x, i):
    LOG.append("before")
    x[i]
    return x + 1


def several(x, i):
    torch.linalg.eigvalsh(x)
    torch.linalg.lu_factor(x)
    F.one_hot(i, 2)
    return x * 2


def written(x, i):
    y = x * 2
    y[i] = 1
    return x + 1


def written_through_a_view(x, i):
    y = torch.zeros(4)
    part = y.view(2, 2)[0]
    part.index_fill_(0, i, 1.0)
    try:
        y.view(2, 2)[1].index_fill_(0, i, 1.0)
    except (IndexError, RuntimeError):
        LOG.append("caught")
    return x


def wanted_after_all(x, i):
    y = x * 2
    y[i] = 1
    z = y.view(-1)
    z[0] = 3
    return y[0] + x


def alone(x, i):
    LOG.append("alone")
    x.gather(0, i[None])


def case(t):
    for program in is_positive, looked_up, several, written, written_through_a_view, wanted_after_all, alone:
        for gradients in False, True:

            def make(program=program, gradients=gradients):
                LOG.clear()
                x = torch.tensor([[2.0, 1.0], [1.0, 2.0]], requires_grad=gradients)
                good, bad = torch.tensor([0, 1]), torch.tensor([1, 9])
                wrong = (-x.detach()).requires_grad_(gradients)
                return program, [(x, good), (x, bad), (wrong, good), (x, good), (wrong, bad)], lambda: LOG

            # Before 2.12, aot_eager lets one_hot have classes that it has no room for, with torch.compile too.
            agree(t, make, ("graph",) if program is several and t.release < (2, 12) else BACKENDS)
    # What is computed for the sake of an error alone has no gradients, and nothing is computed twice.
    t.graphs.clear()
    compiled = t.compile(looked_up)
    compiled(torch.ones(2, 2, requires_grad=True), torch.tensor([0, 1]))
    assert t.ops() == ["getitem", "add", "detach"], t.ops()
    t.graphs.clear()
    t.compile(wanted_after_all)(torch.ones(2, 2), torch.tensor([0, 1]))
    assert t.ops() == ["mul", "setitem", "view", "setitem", "getitem", "add"], t.ops()
