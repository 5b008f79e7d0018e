"""What ranges hash to, and the texts of itertools' iterators."""

import itertools

from attempts import attempt


class Number(int):
    pass


def hashes():
    ranges = range(3), range(0, 3, 2), range(0), range(5, 1), range(0, 4, 2), range(2, 3, 7), range(10**20), range(-1, -9, -3)
    return [hash(one) for one in ranges], len(set(ranges)), {range(0): 1}[range(4, 2)], range(0, 3, 2) in {range(0, 4, 2)}, hash(range(3)) == hash(range(0, 3))


def counts():
    begun = itertools.count(3)
    next(begun)
    made = begun, itertools.count(), itertools.count(1, 2), itertools.count(1.5), itertools.count(1, 1.0), itertools.count(-1, -1), itertools.count(2, Number(1)), itertools.count(10**30)
    return [repr(one) for one in made], str(begun), f"{begun}"


def repeats():
    begun = itertools.repeat("a", 3)
    next(begun)
    return [repr(one) for one in (begun, itertools.repeat([1]), itertools.repeat(None, 0), itertools.repeat(1, -2))], f"{begun!s:>20}"


def program():
    return attempt(hashes), attempt(counts), attempt(repeats)


# expect captured
# in pieces
