"""Of a function with several graphs, only the piece runs as written whose graph raises: what came before is not done
twice."""

import torch

import alternator
from raising import agree

LOG = []


def between(x, i):
    LOG.append("first")
    y = x + 1
    torch._dynamo.graph_break()
    LOG.append("second")
    y = y[i]
    torch._dynamo.graph_break()
    LOG.append("third")
    return y * 2


def in_a_try(x, i):
    try:
        LOG.append("first")
        y = x + 1
        torch._dynamo.graph_break()
        LOG.append("second")
        y = y[i]
        LOG.append("third")
    except IndexError as error:
        LOG.append(str(error))
        y = y * 2
        torch._dynamo.graph_break()
        y = y + len(LOG)
    finally:
        LOG.append("finally")
    return y


def in_a_handler(x, i):
    y = x * 2
    try:
        raise KeyError("first")
    except KeyError as error:
        torch._dynamo.graph_break()
        try:
            y = y[i]
        except IndexError as inner:
            LOG.append((type(inner.__context__).__name__, str(error)))
            y = y + 1
    return y


def in_a_with(x, i):
    with torch.no_grad():
        y = x * 2
        torch._dynamo.graph_break()
        y = y[i]
    return y


def on_data(x, i):
    if x.sum() > -1e9:
        LOG.append("branch")
        return x[i] + 1
    return x


def many(x, i):
    total = x.sum()
    for number in range(3):
        LOG.append(number)
        total = total + helper(x, i - 4 + number)
    return total


@torch._dynamo.disable
def apart(x):
    return x + 1


def helper(x, i):
    try:
        return apart(x)[i].sum()
    except IndexError:
        LOG.append("caught")
        return x.sum()


def inner(x, i):
    LOG.append("inner")
    torch._dynamo.graph_break()
    return (x + 1)[i]


def nested(x, i):
    LOG.append("outer")
    try:
        return inner(x * 2, i) + 1
    except IndexError:
        LOG.append("outer caught")
        return inner(x, i * 0)


def case(t):
    for program in between, in_a_try, in_a_handler, in_a_with, on_data, many, nested:
        for settings in {}, {"graph_breaks_in_loops": True}:

            def make(program=program):
                LOG.clear()
                x, good, bad = torch.randn(4, 3), torch.tensor([0, 1]), torch.tensor([1, 9])
                return program, [(x, good), (x, bad), (x, good), (x, bad)], lambda: LOG

            with alternator.config.patch(**settings):
                agree(t, make)
