"""Where a graph raises that has drawn random numbers, the program goes on with those that would come next."""

import random

import torch
import torch.nn.functional as F

from raising import BACKENDS, agree

OWN = random.Random(1)


def drawn_before(x, i, log):
    noise = torch.rand(2, 3)
    log.append(1)
    return x[i] + noise


def drawn_in_a_handler(x, i, log):
    try:
        y = F.dropout(x, 0.5)[i]
    except IndexError:
        y = torch.rand(2)
    return y + torch.randn(())


def drawn_into(x, i, log):
    noise = torch.empty(3).uniform_()
    try:
        y = x[i] * noise.normal_()
    except IndexError:
        y = noise * torch.bernoulli(noise)
    return y


def of_python(x, i, log):
    scale = random.random()
    log.append(2)
    y = x[i] * scale
    return y * random.uniform(1, 2)


def of_python_in_a_handler(x, i, log):
    try:
        y = x[i] * random.random() * OWN.random()
        log.append(random.randint(1, 6))
    except IndexError:
        y = x * OWN.gauss(0, 1)
    return y * random.random()


def of_python_behind_a_write(x, i, log):
    x.view(-1).add_(1)
    y = x[i]
    return y * random.random() * OWN.random()


def seeded(x, i, log):
    random.seed(7)
    state = random.getstate()
    try:
        y = x[i] * random.random()
    except IndexError:
        random.setstate(state)
        y = x * random.random()
    return y


def made(x, i, log):
    own = random.Random(3)
    try:
        y = x[i] * own.random()
    except IndexError:
        y = x * own.random()
    return y * own.random()


def case(t):
    programs = [drawn_before, drawn_in_a_handler, drawn_into, of_python, of_python_in_a_handler, of_python_behind_a_write]
    programs += [seeded, made]
    for program in programs:

        def make(program=program):
            OWN.seed(5)
            x, good, bad = torch.randn(4, 3), torch.tensor([0, 1]), torch.tensor([1, 9])
            return program, [(x, good, []), (x, bad, []), (x, good, []), (x, bad, [])], lambda: OWN.random()

        # Before 2.13, aot_eager compiles no expression of several numbers that only the call knows.
        agree(t, make, captured=("graph",) if program is of_python and t.release < (2, 13) else BACKENDS)
