"""Writes that torch refuses are left to it: to views of leaves that require gradients, made in the trace or before."""

import torch

import raising


class Box:
    def __init__(self, x):
        self.log = []
        self.view = x[1]
        self.total = torch.zeros(2, 3)


def part(x, box):
    box.log.append("begun")
    x[0].add_(1)
    return x


def behind_a_handler(x, box):
    try:
        x.view(-1)[1:].mul_(2)
    except RuntimeError as error:
        box.log.append(str(error))
    return x * 2


def assigned(x, box):
    box.log.append("begun")
    x.T[0] = 1.0
    return x


def view_from_outside(x, box):
    y = x * 2
    box.log.append("begun")
    box.view.add_(1)
    return y


def made_here(x, box):
    leaf = torch.zeros(3, requires_grad=True)
    box.log.append("begun")
    leaf[1:].add_(1)
    return leaf


def allowed(x, box):
    with torch.no_grad():
        x[0].add_(1)
    x.detach()[1].mul_(2)
    double = x.double()
    double[0].add_(1)
    own = x * 2
    own[0].add_(1)
    own.view(-1)[1:].mul_(3)
    return own, double


def becomes_a_result(x, box):
    total = box.total
    total.add_(x)
    total[0].mul_(2)
    total.mul_(3)
    return total * 1


def program(function, requires_grad):
    def make():
        xs = [torch.arange(6.0).reshape(2, 3).requires_grad_(requires_grad) for _ in range(2)]
        boxes = [Box(x) for x in xs]
        return function, list(zip(xs, boxes)), lambda: [box.log for box in boxes]

    return make


def case(t):
    for function in part, behind_a_handler, assigned, made_here, view_from_outside:
        for requires_grad in (True, False):
            raising.agree(t, program(function, requires_grad))
    for function in allowed, becomes_a_result:
        for requires_grad in (True, False):
            raising.agree(t, program(function, requires_grad), fullgraph=True)
