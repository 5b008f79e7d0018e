"""What torch refuses is an error where the call stands: a handler around it catches it."""

import torch


def expanded(x):
    try:
        x.expand(4, 3).add_(1)
    except RuntimeError as error:
        told = type(error).__name__
    return told, x + 1


def dimension(x):
    try:
        torch.gather(x, 7, torch.zeros(1, 3, dtype=torch.int64))
    except IndexError as error:
        told = type(error).__name__
    return told, x + 1


def dtype(x):
    try:
        x.scatter_add(0, torch.zeros(1, 3, dtype=torch.int64), x.double())
    except RuntimeError as error:
        told = type(error).__name__
    return told, x + 1


def bounds(x):
    try:
        x[0, 5] = 1
    except IndexError as error:
        told = type(error).__name__
    return told, x + 1


def mask(x):
    try:
        x.masked_scatter(torch.ones(1, 3, dtype=torch.uint8), x)
    except RuntimeError as error:
        told = type(error).__name__
    return told, x + 1


def complex_value(x):
    try:
        x.clone().masked_fill_(torch.ones(3, dtype=torch.bool), 1j)
    except RuntimeError as error:
        told = str(error)
    return told, x + 1


def deviation(x):
    x, told = x.clone(), []
    for draw in (x.log_normal_, x.normal_):
        try:
            draw(0, -1)
        except RuntimeError as error:
            told.append(str(error))
    return told, x + 1


def unused(x):
    told = []
    try:
        torch.complex(x, x.double())
    except RuntimeError as error:
        told.append(str(error))
    return told, x + 1


def leaf(x):
    told = []
    try:
        x.mul_(2)
    except RuntimeError as error:
        told.append(str(error))
    with torch.no_grad():
        x.mul_(2)
    return told, x + 1


def written(x, out):
    told = []
    try:
        torch.diag(x, out=out)
    except RuntimeError as error:
        told.append(str(error))
    return told, out + 1


def leaf_by_keyword(x):
    told = []
    for activate in (torch.nn.functional.silu, torch.nn.functional.relu, torch.nn.functional.elu):
        try:
            activate(x, inplace=True)
        except RuntimeError as error:
            told.append(str(error))
    return told, torch.nn.functional.dropout(x, 0.5, False)


def case(t):
    for fn in (expanded, dimension, dtype, bounds, mask, complex_value, deviation, unused):
        x = torch.ones(1, 3)
        t.equal(t.compile(fn)(x), fn(x))
    t.equal(t.compile(leaf)(torch.ones(2, requires_grad=True)), leaf(torch.ones(2, requires_grad=True)))
    t.equal(t.compile(leaf_by_keyword)(torch.ones(2, requires_grad=True)), leaf_by_keyword(torch.ones(2, requires_grad=True)))
    # What is no leaf, and what is written to twice.
    twice = t.compile(lambda x: x.mul_(2).mul_(3), fullgraph=True)
    t.equal(twice(torch.ones(2, requires_grad=True) * 2).detach(), torch.full((2,), 12.0))
    x = torch.ones(3)
    outs = [
        lambda: torch.zeros(3, 3),
        lambda: torch.zeros(3, 3, dtype=torch.int64),
        lambda: torch.zeros(3, 3, requires_grad=True),
        lambda: torch.zeros(3, 1).expand(3, 3),
    ]
    for out in outs:
        t.equal(t.compile(written)(x, out()), written(x, out()))
