"""An operator that raises in some turn of a loop, in a generator or in a comprehension."""

import torch

from raising import BACKENDS, agree

LOG = []


def some_turn(x, rows):
    total = x[0]
    for number, row in enumerate(rows):
        LOG.append(number)
        total = total + x[row]
    return total


def caught_in_a_turn(x, rows):
    found = []
    for number, row in enumerate(rows):
        try:
            found.append(x[row] * number)
        except IndexError:
            LOG.append(number)
            continue
        else:
            LOG.append("fine")
    return found, len(found)


def until_it_fails(x, rows):
    number = 0
    try:
        while True:
            x = x + x[rows[number]].sum()
            number += 1
    except IndexError:
        return x, number


def picked(x, rows):
    try:
        for row in rows:
            LOG.append("before")
            yield x[row]
            LOG.append("after")
    finally:
        LOG.append("closed")


def of_a_generator(x, rows):
    total = x[0] * 0
    try:
        for part in picked(x, rows):
            total = total + part
    except IndexError:
        LOG.append("caught")
    return total


def delegating(x, rows):
    LOG.append("outer")
    yield from picked(x, rows)


def of_generators(x, rows):
    return torch.stack([part * 2 for part in delegating(x, rows)])


def comprehended(x, rows):
    try:
        return [x[row] for row in rows]
    except IndexError:
        return [x[row * 0] for row in rows]


def in_a_map(x, rows):
    iterator = map(lambda row: x[row] + 1, rows)
    first = next(iterator)
    try:
        return first + sum(iterator)
    except IndexError:
        return first, list(iterator)


def from_outside(x, rows):
    LOG.append("before")
    try:
        x = x + x[next(rows)]
    except IndexError:
        x = x + x[next(rows)]
    return x


def case(t):
    programs = (
        some_turn, caught_in_a_turn, until_it_fails, of_a_generator, of_generators, comprehended, in_a_map, from_outside,
    )  # fmt: skip
    for program in programs:

        def make(program=program):
            LOG.clear()
            x = torch.randn(4, 3)
            fine, wrong = [torch.tensor(n) for n in (0, 2, 1)], [torch.tensor(n) for n in ((7, 1, 0) if program is from_outside else (1, 3, 7, 0))]
            wrap = iter if program is from_outside else list
            return program, [(x, wrap(fine)), (x, wrap(wrong)), (x, wrap(fine)), (x, wrap(wrong))], lambda: LOG

        # Until torch 2.13, aot_eager takes no index that is a tensor without dimensions: torch.compile raises, here the function
        # runs as written.
        agree(t, make, captured=("graph",) if t.release < (2, 14) else BACKENDS)
