"""Generators: functions, expressions, `yield from`, `send`, early ends."""

import torch


def numbers(n):
    for i in range(n):
        got = yield i
        if got is not None:
            yield got


def chained(n):
    total = yield from numbers(n)
    yield 100 if total is None else total


def fn(x, n):
    for i in chained(n):
        x = x + i
    x = x + sum(i * i for i in range(n) if i % 2)
    g = numbers(5)
    x = x + next(g) + g.send(7) + next(g)
    g.close()
    return x, next(g, "over"), list(numbers(3)), any(i > 1 for i in numbers(9))


calls = [(torch.randn(2), 4)]
