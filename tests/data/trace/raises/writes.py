"""Tensors that the graph writes into hold, where it raises, what the program would find there."""

import torch

from raising import BACKENDS, agree


LOG = []


def before(x, i, kept):
    LOG.append("before")
    kept.add_(1)
    y = x[i]
    kept.mul_(2)
    return y


def caught(x, i, kept):
    try:
        kept.add_(1)
        y = x[i]
        kept.mul_(2)
    except IndexError:
        kept.sub_(10)
        y = kept * 2
    return y + kept


def into_a_view(x, i, kept):
    try:
        part = kept.view(-1)[1:]
        part += 1
        part[i] = x[0, 0]
        kept[0] = 5
    except (IndexError, RuntimeError):
        kept[1] = kept.sum()
    return kept + 1


def into_out(x, i, kept):
    try:
        torch.add(x[0], 1, out=kept)
        y = x[i]
    except IndexError:
        y = kept + x
    return y


def counted(x, i, kept):
    kept.count = getattr(kept, "count", 0)
    try:
        for number in range(3):
            kept.add_(number)
            x = x[i] + kept
    except IndexError:
        return kept.clone(), number
    return x


def changed_layout(x, i, kept):
    try:
        x.t_()
        y = x[i]
    except IndexError:
        y = x + 1
    return y, x.shape


def with_gradients(x, i, kept):
    try:
        kept.mul_(x[0])
        y = x[i]
    except IndexError:
        y = kept.sum()
    return y * 2


class Normed(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.BatchNorm1d(3)
        self.table = torch.nn.Embedding(4, 3)
        self.register_buffer("seen", torch.zeros(()))

    def forward(self, x, i, _):
        self.seen += 1
        x = self.norm(x)
        try:
            x = x + self.table(i).sum(0)
        except IndexError:
            x = self.norm(x * 2)
        return x + self.seen


class Uncaught(Normed):
    def forward(self, x, i, _):
        self.seen += 1
        self.calls = getattr(self, "calls", 0) + 1
        return self.norm(x) + self.table(i).sum(0)


def case(t):
    for program in before, caught, into_a_view, into_out, counted, changed_layout, with_gradients, Normed, Uncaught:

        def make(program=program):
            torch.manual_seed(1)
            function = program() if isinstance(program, type) else program
            good, bad = torch.tensor([0, 1]), torch.tensor([1, 9])
            x, kept = torch.randn(3, 3, requires_grad=program is with_gradients), torch.zeros(3)
            calls = [(x.clone() if program is changed_layout else x, i, kept.clone()) for i in (good, bad, good, bad)]
            LOG.clear()
            return function, calls, lambda: (function, LOG)

        # Until torch 2.14, aot_eager keeps for the backward pass what the graph then writes into: torch.compile raises there, too.
        fails = program is with_gradients and t.release < (2, 15)
        agree(t, make, ("graph",) if fails else BACKENDS)
