"""Random numbers of NumPy's own generator: compiled code draws them on entry, as NumPy draws them."""

import numpy as np
import torch

own = np.random.RandomState(3)


def numbers(x, n):
    return x * np.random.rand() + np.random.uniform(1, high=2) + np.random.normal() * np.random.randint(5) + np.random.randint(n, n + 3)


def arrays(x, n):
    a = np.random.uniform(size=3)
    b = np.random.randn(3, 1)
    return a, b * 2, np.random.randint(0, 10, size=(2,)), torch.from_numpy(np.random.rand(3)) + x, np.random.permutation(4)


def seeded(x, n):
    np.random.seed(7)
    first = np.random.rand(2)
    np.random.seed(7)
    return x + 1, first, np.random.rand(2), np.random.choice(5, 3)


def of_another(x, n):
    return x * own.rand(), own.standard_normal(2), own.exponential(scale=2.0, size=(1, 2))


def refused(x, n):
    found = []
    for attempt in (lambda: np.random.normal(scale=-1), lambda: np.random.randint(0), lambda: np.random.rand(-1), lambda: np.random.seed(-1)):
        try:
            attempt()
        except ValueError as error:
            found.append(str(error))
    return x + 1, found, np.random.rand()


def single_precision(x, n):
    return x + np.random.rand(3).astype(np.float32), np.random.poisson(3.0), np.random.choice([1, 2])


def case(t):
    x = torch.arange(3.0)
    for fn, graphs in (numbers, 1), (arrays, 1), (seeded, 1), (of_another, 1), (refused, None), (single_precision, None):
        results = []
        for run in fn, t.compile(fn):
            np.random.seed(5)
            own.seed(6)
            results.append([run(x, 2) for _ in range(3)])
            results[-1].append((np.random.rand(), own.rand()))
        t.equal(results[1], results[0])
        assert graphs is None or len(t.graphs) == graphs, (fn, len(t.graphs))
        t.graphs.clear()
    t.equal(t.compile(numbers, dynamic=True)(x, 4).shape, x.shape)
