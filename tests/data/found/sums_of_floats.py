"""`sum` adds ints and floats in numbers of C; since CPython 3.12 it keeps account of what rounding loses."""


class Number(int):
    def __radd__(self, other):
        return 100.0

    def __float__(self):
        return 7.0


class Real(float):
    def __radd__(self, other):
        return 50.0


LISTS = [
    [0.1] * 10,
    [1e100, 1, -1e100],
    [1e100, 1.0, -1e100],
    [0.1, 2**64, 0.2, 0.1],
    [1, 2**63, 0.1, 0.2, 0.3],
    [-(2**63), 2**63, 0.1, 0.2, 0.3],
    [True, 0.1, False, 0.2, True, 0.3],
    [0.1, Number(2), 0.2],
    [0.1, 0.2, 0.3, Real(2.0), 0.1, 0.2],
    [1, Number(2), 0.1],
    [0.1j] * 10,
    [1e100 + 0j, 1, 1.0, -1e100],
    [0.1, 0.2, 0.3j, Real(2.0), 0.4],
    [complex(0, -0.0), 1, 1.0],
    [1e308, 1e308, float("-inf")],
    [-0.0],
    [[1], [2]],
]


def attempt(items, *start):
    try:
        return repr(sum(items, *start))
    except TypeError as error:
        return str(error)


def fn(x, items):
    n = x.shape[0]
    of_sizes = repr(sum([n, 0.1, 0.2, n * 0.1])), sum(n * 0.1 for _ in range(5)), sum([n] * 3), sum([0.1, n, 1e100, n, -1e100])
    starts = [attempt(items, start) for start in (-0.0, 1, 0.1, [], "", b"", bytearray())]
    return attempt(items), starts, of_sizes, sum([x, x, 0.1])


def calls():
    import torch

    for number, items in enumerate(LISTS):
        yield torch.ones(2 + number % 3), items


config = {"recompile_limit": 64}
