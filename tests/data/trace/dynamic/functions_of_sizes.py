"""Functions of `math` on sizes and ints are expressions: they are computed anew for others, not compiled anew."""

import math

import torch

import alternator


def scaled(x, n):
    return x / math.sqrt(n) + math.tanh(n / 9) * math.atan(n) + math.log2(n + 1) - math.tan(n)


def scheduled(x, step):
    return x * (0.5 * (1 + math.cos(math.pi * step / 100)))


def square(x):
    side = int(math.sqrt(x.shape[0]))
    return x.view(side, side).sum(0) / math.sqrt(x.shape[0] * side)


def branches(x, n):
    return x + 1 if math.sqrt(n) > 3 else x - 1


def leaves(x, n):
    return x + 1, math.sqrt(n), math.cos(n)


def refused(x, n):
    try:
        return x * math.sqrt(n)
    except ValueError as error:
        return x, str(error)


def case(t):
    from torch._dynamo.testing import CompileCounterWithBackend

    x = torch.arange(4.0)
    for backend in ("eager", "aot_eager"):
        for function, arguments, graphs in [
            (scaled, [(x, n) for n in (2, 3, 4, 50)], 2),
            (scheduled, [(x, n) for n in (2, 3, 4, 50)], 2),
            (square, [(torch.ones(n * n),) for n in (2, 3, 4, 5)], 2),
            (branches, [(x, n) for n in (2, 3, 20, 4, 50)], 3),
            (leaves, [(x, n) for n in (2, 3, 4, 50)], 2),
            (refused, [(x, n) for n in (2, 3, -1, 4, -2)], 2),
        ]:
            counter = CompileCounterWithBackend(backend)
            compiled = t.compile(function, backend=counter)
            for given in arguments:
                expected, found = function(*given), compiled(*given)
                assert repr(expected) == repr(found), (function, given[1:], expected, found)
            assert counter.frame_count == graphs, (function, counter.frame_count)
            alternator.reset()
