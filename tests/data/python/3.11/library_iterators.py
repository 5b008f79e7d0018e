"""range, enumerate, zip, map, filter, reversed, itertools."""

import itertools


def error_of(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__, str(error)


def program():
    return (
        list(range(5)), list(range(5, 0, -2)), list(reversed(range(4))), range(3)[1], len(range(10)), 3 in range(5),
        list(range(10)[2:4]), error_of(lambda: range(3)[7]),
        list(enumerate("ab", 1)), list(zip([1, 2], [3, 4, 5])), list(map(lambda a, b: a + b, [1, 2], [3, 4])),
        list(filter(None, [0, 1, 2])), list(filter(lambda v: v > 1, [0, 1, 2])), list(reversed([1, 2, 3])),
        error_of(lambda: list(zip([1], [2, 3], strict=True))), error_of(lambda: list(zip([1, 2], [2], strict=True))),
        next(iter([]), "nothing"), error_of(lambda: next(iter([]))), list(iter([3, 2, 1].pop, 2)),
        any([0, 1]), all([1, 0]), any(v > 1 for v in [1, 2]), all([]),
        list(itertools.chain([1], [2, 3])), list(itertools.chain.from_iterable([[1], [2]])),
        list(itertools.product([1, 2], "ab")), list(itertools.islice(range(10), 2, 8, 2)), list(itertools.repeat(1, 3)),
        list(itertools.accumulate([1, 2, 3])), list(itertools.zip_longest([1], [2, 3])),
        list(itertools.starmap(pow, [(2, 3)])), list(itertools.takewhile(lambda v: v < 2, range(5))),
        list(itertools.dropwhile(lambda v: v < 2, range(5))), list(itertools.combinations("abc", 2)),
        list(itertools.permutations([1, 2, 3], 2)), [k for k, _ in zip(itertools.count(5), range(2))],
        list(itertools.pairwise([1, 2, 3])), [(k, list(g)) for k, g in itertools.groupby("aab")],
        list(itertools.islice(itertools.cycle("ab"), 5)), list(itertools.compress("abc", [1, 0, 1])),
    )


# expect captured
# whole
