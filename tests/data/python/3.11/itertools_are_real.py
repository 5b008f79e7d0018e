"""The iterators of itertools are CPython's own, whether half used or not, and as lazy as those."""

import itertools
from itertools import accumulate, chain, combinations, combinations_with_replacement, compress, count, cycle, dropwhile
from itertools import filterfalse, groupby, islice, pairwise, permutations, product, repeat, starmap, takewhile, tee, zip_longest


def odd(n):
    return n % 2


def made(items):
    return [
        chain(items, [7]), chain.from_iterable([items, items]), count(3), count(1, 2), repeat(5), repeat("a", 3), cycle(items),
        islice(items, 4), islice(items, 1, None), islice(items, 1, 5, 2), accumulate(items), accumulate(items, initial=100),
        starmap(pow, [(2, 3), (3, 2), (1, 1)]), takewhile(odd, [1, 3, 4, 5]), dropwhile(odd, items), filterfalse(odd, items),
        filterfalse(None, [0, 1, ""]), compress(items, [1, 0, 1, 1]), pairwise(items), zip_longest(items, [1], fillvalue=0),
        product(items, [1, 2]), product(items, repeat=2), permutations(items, 2), permutations([1, 2, 3]),
        combinations(items, 2), combinations_with_replacement(items, 2), groupby([1, 1, 2]), *tee(items),
    ]


def not_begun():
    return made([1, 2, 3, 4, 5])


def begun(steps):
    iterators = made([1, 2, 3, 4, 5])
    for iterator in iterators:
        for _ in range(steps):
            next(iterator, None)
    return iterators


def described(iterators):
    return [
        (type(one).__name__, [item if type(item) is not tuple else item[:1] for item in islice(one, 30)]) for one in iterators
    ]


def broken(steps):
    iterators = begun(steps)
    print("a break")
    return described(iterators)


def groups():
    outer = groupby("aabbbc")
    kept = list(outer)
    again = groupby("aabbbc")
    first, second = next(again)[1], next(again)[1]
    head = next(second)
    print("a break")
    third = next(again)
    return [list(group) for _, group in kept], list(first), head, list(second), third[0], list(third[1])


def half_a_group():
    outer = groupby([1, 1, 2, 2, 3])
    key, group = next(outer)
    return key, next(group), group, outer


def shared():
    source = iter(range(6))
    first, second = tee(source)
    taken = next(first), next(first), next(second), next(source)
    return taken, first, second, type(first).__name__


def endless():
    first, second = tee(count())
    next(first)
    big = product(range(1000), repeat=6)
    next(big)
    return next(second), next(big), list(islice(permutations(range(100), 50), 1))[0][:3]


def seen_in_order():
    seen = []

    def key(item):
        seen.append(item)
        return item // 2

    for name, group in groupby(range(5), key):
        seen.append(("group", name, list(group)))
    return seen


def errors():
    texts = []
    for attempt in (
        lambda: count("a"), lambda: islice([], -1), lambda: islice([], 1, -2), lambda: islice([], 1, 2, 0), lambda: islice([], "a"),
        lambda: tee([], -1), lambda: permutations([], -1), lambda: permutations([], "a"), lambda: combinations([1], -1),
        lambda: product([], repeat=-1), lambda: repeat(1, None), lambda: chain(3), lambda: next(chain(3)), lambda: next(count("a")),
        lambda: next(chain.from_iterable(3)), lambda: zip_longest(1), lambda: len(repeat(3)),
    ):
        try:
            texts.append(type(attempt()).__name__)
        except (TypeError, ValueError) as error:
            texts.append(str(error))
    return texts


def program():
    key, item, group, outer = half_a_group()
    taken, first, second, kind = shared()
    return (
        described(not_begun()), [described(begun(steps)) for steps in (1, 2, 4, 9)], [broken(steps) for steps in (0, 1, 3, 7)],
        groups(), (key, item, list(group), [(name, list(rest)) for name, rest in outer]),
        taken, list(first), list(second), kind, endless(), seen_in_order(), errors(),
    )


# expect captured
# in pieces
# as written: program
