"""A frame that runs as written is given its arguments as its caller gave them, whatever kind of function it is."""

import functools

import torch

from raising import Keywords, agree

LOG = []


def all_kinds(x, /, i, factor=2, *rest, scale, shift=1, **more):
    LOG.append((factor, len(rest), float(shift), sorted(more)))
    rest, more["new"] = rest + (1,), 0
    y = x[i] * factor + scale
    return y + shift + sum(rest)


def keywords_alone(*, x, i):
    LOG.append("keywords")
    return (x * 2)[i]


def captured_argument(x, i, times=2):
    def again(y):
        LOG.append(times)
        return (y + times)[i]

    times += 1
    i = i + 0
    return again(x)


def rebound(x, i, log):
    log = [*log, 1]
    x = x * len(log)
    LOG.append(log)
    y = x[i]
    del x, i
    return y


class Base:
    def __init__(self):
        self.calls = 0

    def step(self, x, i):
        self.calls += 1
        return x[i]


class Derived(Base):
    def step(self, x, i):
        self.calls += 10
        try:
            return super().step(x + 1, i)
        finally:
            self.calls += 100

    @classmethod
    def of_class(cls, x, i):
        LOG.append(cls.__name__)
        return (x + 1)[i]

    @staticmethod
    def of_none(x, i):
        LOG.append("static")
        return (x + 1)[i]

    def __call__(self, x, i):
        self.calls += 1000
        return self.step(x, i)


def wrapped(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        LOG.append("wrapper")
        return function(*args, **kwargs)

    return wrapper


@wrapped
def decorated(x, i):
    LOG.append("decorated")
    return (x + 1)[i]


def closed_over(x):
    number = 0

    def function(i):
        nonlocal number
        number += 1
        LOG.append(number)
        return (x + number)[i]

    return function


def case(t):
    x, good, bad = torch.randn(4, 3), torch.tensor([0, 1]), torch.tensor([1, 9])
    compare(t, lambda: all_kinds, [(x, i, 3, 4, 5, Keywords(scale=x[:2], other=6)) for i in (good, bad, good, bad)])
    compare(t, lambda: all_kinds, [(x, i, Keywords(scale=x[:2], shift=good[1])) for i in (good, bad)])
    compare(t, lambda: keywords_alone, [(Keywords(i=i, x=x),) for i in (good, bad)])
    compare(t, lambda: rebound, [(x, i, [0]) for i in (good, bad)])
    functions = (
        lambda: captured_argument, lambda: Derived().step, lambda: Derived.of_class, lambda: Derived.of_none, lambda: decorated,
        lambda: functools.partial(decorated), lambda: Derived().__call__,
    )  # fmt: skip
    for function in functions:
        compare(t, function, [(x, i) for i in (good, bad, good, bad)])
    compare(t, lambda: closed_over(x), [(i,) for i in (good, bad, good, bad)])


def compare(t, function, calls):
    def make():
        LOG.clear()
        made = function()
        return made, calls, lambda: (LOG, getattr(getattr(made, "__self__", None), "calls", None))

    agree(t, make)
