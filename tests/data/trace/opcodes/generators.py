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


# expect graphs
# graph 0
#   l_x_: input
#   x = add(l_x_, 0)
#   x_1 = add(x, 1)
#   x_2 = add(x_1, 2)
#   x_3 = add(x_2, 3)
#   x_4 = add(x_3, 100)
#   x_5 = add(x_4, 10)
#   add_6 = add(x_5, 0)
#   add_7 = add(add_6, 7)
#   x_6 = add(add_7, 1)
#   return (x_6,)
# expect breaks
