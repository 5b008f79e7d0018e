"""A write into memory that an argument shows in part, or in another order, is left to torch, which refuses it: compilers of
graphs take each argument for a tensor of its own. Views that are the same or apart stay in the graph."""

import torch

import raising


class Box:
    def __init__(self):
        self.log = []


def added(x, box):
    box.log.append("begun")
    return x.add_(x.mT)


def by_operator(x, box):
    x += x.mT
    return x


def copied(x, box):
    try:
        x.copy_(x.mT)
    except RuntimeError:
        box.log.append(x.sum())
    return x + 1


def into_out(x, box):
    return torch.add(x.mT, 1, out=x)


def assigned(x, box):
    box.log.append("begun")
    x[:] = x.mT
    return x


def moved(x, box):
    x[1:].copy_(x[:-1])
    return x


def moved_by_assignment(x, box):
    box.log.append("begun")
    x[1:] = x[:-1]
    return x


def made_here(x, box):
    y = x * 1
    box.log.append("begun")
    y.mul_(y.mT)
    return y


def of_more_dimensions(x, box):
    return x.unsqueeze(0).add_(x)


def multiplied(x, box):
    return torch.mm(x, x.mT, out=x)


def same_view(x, box):
    x[1:] += x[1:]
    x.view(-1).add_(x.view(-1))
    y = x.t()
    y.add_(x.t())
    y[1:].add_(1)
    y.mul_(y)
    return x


def apart(x, box):
    x[0].add_(x[1])
    x[:, 0].mul_(x[:, 1])
    x[:1] = x[2:]
    return x


def of_copies(x, box):
    x.copy_(x.mT.contiguous())
    x.mT.copy_(x.mT.contiguous())
    x[1:].add_(x[torch.tensor([0, 1])])
    x[1:] = x[:-1] * 2
    x[1:] = x[:-1].clone()
    x[:, 1:] = x[:, :-1].contiguous()
    return x


def program(function):
    def make():
        boxes = [Box() for _ in range(2)]
        return function, [(torch.arange(9.0).reshape(3, 3), box) for box in boxes], lambda: [box.log for box in boxes]

    return make


def case(t):
    refused = added, by_operator, copied, into_out, assigned, moved, moved_by_assignment, made_here, of_more_dimensions
    for function in (*refused, multiplied):
        raising.agree(t, program(function))
    for function in added, by_operator, copied, assigned, made_here:
        raising.agree(t, program(function), dynamic=True)
    for function in same_view, apart, of_copies:
        raising.agree(t, program(function), fullgraph=True, graphs=1)
