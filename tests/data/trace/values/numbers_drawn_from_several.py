"""random.choice, sample, shuffle and choices among known numbers: drawn anew at each call, as the library draws them."""

import random

import torch

own = random.Random(5)


def chosen(x, n):
    return x * random.choice([1, 2, 4]) + random.choice((0.5, 1.5)), random.choice([7]), own.choice([1, 5, 9])


def sampled(x, n):
    return x + 1, random.sample([3, 1, 4, 1, 5], 3), random.sample(range(n, 90, 2), k=4), random.sample((0.5, -0.0), 2), own.sample([1], 0)


def shuffled(x, n):
    order = list(range(4))
    random.shuffle(order)
    return x[order], order, random.shuffle([])


def shuffled_from_outside(x, items):
    random.shuffle(items)
    return x * 2, items, random.random()


def several(x, n):
    return x - 1, random.choices([1, 2, 3], k=4), random.choices([1.5, 2], k=1) if n < 0 else random.choices([0.5, 2.5], weights=[1, 3], k=3)


def refused(x, n):
    found = []
    for attempt in (
        lambda: random.choice([]),
        lambda: random.sample([1, 2], 3),
        lambda: random.sample([1, 2], -1),
        lambda: random.choices([1, 2], weights=[1]),
    ):
        try:
            attempt()
        except Exception as error:
            found.append((type(error), str(error)))
    return x + 1, found


def mixed(x, n):
    a = random.random()
    random.seed(n)
    b = random.choice([1, 2, 3])
    return x + a + b, random.sample([5, 6, 7], 2), random.gauss(0, 1)


def run(fn, make, seeds):
    results = []
    own.seed(1)
    for seed in seeds:
        random.seed(seed)
        arguments = make()
        results.append((fn(*arguments), random.getstate(), own.getstate(), arguments[1]))
    return results


def case(t):
    number, items = lambda: (torch.arange(4.0), 2), lambda: (torch.ones(2), [1, 2, 3, 4])
    cases = (chosen, number), (sampled, number), (shuffled, number), (shuffled_from_outside, items), (several, number), (refused, number), (mixed, number)
    for fn, make in cases:
        t.equal(run(t.compile(fn, fullgraph=fn is not refused), make, range(4)), run(fn, make, range(4)))


# expect breaks
