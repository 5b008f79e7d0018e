"""Python's random numbers are drawn anew at each call, in the program's order, and leave the generator as they would."""

import random

import torch

own = random.Random(3)
made = []


def numbers(x, n):
    a, b = random.random(), random.uniform(-1, 1)
    return x * a + b + random.randint(1, 6) - random.randrange(7), a, b, (a, a)


def of_an_instance(x, n):
    return x * own.random() + own.getrandbits(3), own.gauss(), own.normalvariate(1.0, 2.0)


def of_one_made_here(x, n):
    generator = random.Random(n)
    return x * generator.random() + generator.randint(0, 5), random.Random().random() < 1


def set_and_set_back(x, n):
    state = random.getstate()
    a = random.random()
    random.setstate(state)
    b = random.random()
    random.seed(n)
    return x + (a - b), random.random(), x.shape[0]


def returned(x, n):
    return x + 1, random.getstate()[1][:2], random.Random(1)


def asked_about(x, n):
    if random.random() < 0.5:
        x = x + 1
    return x * random.choice([1.0, 2.0, 4.0]), random.sample(range(10), 3)


def shuffled(x, n):
    order = list(range(4))
    random.shuffle(order)
    return x[order], order


def refused(x, n):
    try:
        random.randint(3, 1)
    except ValueError as error:
        return x + 1, type(error)


def after_an_error(x, n):
    a = random.random()
    if n > 2:
        raise KeyError(n)
    return x * a * random.random()


class Mine(random.Random):
    def random(self):
        made.append(1)
        return 0.25


mine = Mine()


def of_a_class_of_the_users(x, n):
    return x * mine.random() + mine.uniform(1, 2), len(made)


ONE_GRAPH = (numbers, of_an_instance, set_and_set_back)
OTHERS = (of_a_class_of_the_users, of_one_made_here, returned, asked_about, shuffled, refused, after_an_error)


def runs(function, times=4):
    random.seed(5)
    own.seed(6)
    made.clear()
    found = []
    for n in range(1, times + 1):
        try:
            result = function(torch.arange(4.0), n)
            result = [part.getstate() if isinstance(part, random.Random) else part for part in result]
        except KeyError as error:
            result = repr(error)
        found.append((result, random.getstate(), own.getstate(), len(made)))
    return found


def case(t):
    for function in (*ONE_GRAPH, *OTHERS):
        before = len(t.graphs)
        t.equal(runs(t.compile(function)), runs(function))
        if function in ONE_GRAPH:
            # The second is for an int that has changed.
            assert len(t.graphs) - before <= 2, (function, len(t.graphs) - before)
    for backend in ("aot_eager", "inductor"):
        t.equal(runs(t.compile(numbers, backend=backend)), runs(numbers))
