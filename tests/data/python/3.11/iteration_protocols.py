"""Iterators of Python classes, itertools, `iter` with a sentinel, unpacking of any iterable."""

import itertools


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Old:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i * 10


def program():
    a, *b = Countdown(4)
    feed = iter([1, 2, 0, 3])
    return (
        a, b, list(Old()), 20 in Old(), list(iter(lambda: next(feed), 0)), list(itertools.chain([1], (2, 3))),
        list(itertools.islice(itertools.count(5, 2), 3)), list(itertools.product("ab", repeat=2)),
        [(k, list(g)) for k, g in itertools.groupby("aabc")], list(itertools.accumulate([1, 2, 3])),
        list(zip(Countdown(3), "abc")), list(enumerate("xy", 1)), dict(enumerate("ab")), sum(Countdown(5)),
        list(reversed([1, 2])), sorted(Countdown(3)), max(Countdown(5)), tuple(map(str, Countdown(2))),
        list(itertools.zip_longest([1], [2, 3])), list(itertools.combinations([1, 2, 3], 2)),
    )  # fmt: skip


# expect captured
# whole
