"""What goes over an iterator asks for it once, also where a break makes it again (tests/fuzz --special-methods)."""

import itertools

import torch


class Numbers:
    def __init__(self):
        self.at = 0

    def __iter__(self):
        log.append("iter")
        return self

    def __next__(self):
        self.at += 1
        if self.at > 4:
            raise StopIteration
        return self.at


log = []
config = {"recompile_limit": 64}


def fn(x, make, begun):
    iterator = make(Numbers())
    first = next(iterator, None) if begun else None
    torch._dynamo.graph_break()
    return x + 1, first if isinstance(first, (int, tuple)) else None, list(iterator) if make is not grouped else [key for key, _ in iterator]


def grouped(numbers):
    return itertools.groupby(numbers)


def calls():
    x = torch.ones(2)
    makes = [
        lambda numbers: map(str, numbers), lambda numbers: filter(None, numbers), enumerate, zip, itertools.chain,
        lambda numbers: itertools.chain.from_iterable([numbers]), lambda numbers: itertools.islice(numbers, 3),
        lambda numbers: itertools.islice(itertools.cycle(numbers), 6), itertools.accumulate, itertools.pairwise,
        lambda numbers: itertools.takewhile(bool, numbers), lambda numbers: itertools.dropwhile(bool, numbers),
        lambda numbers: itertools.filterfalse(bool, numbers), lambda numbers: itertools.compress(numbers, (1, 0, 1)),
        lambda numbers: itertools.starmap(divmod, zip(numbers, (1, 2))), itertools.zip_longest, grouped,
    ]  # fmt: skip
    for make in makes:
        yield x, make, False
        yield x, make, True
