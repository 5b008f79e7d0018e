"""The methods of set and frozenset."""


def program():
    s = {1, 2, 3}
    s.add(4)
    s.discard(1)
    s.discard(100)
    s.remove(2)
    error = None
    try:
        s.remove(100)
    except KeyError as caught:
        error = caught.args
    constant = frozenset([1, 2])
    return (
        sorted(s | {9}), sorted(s & {3}), sorted(s - {3}), sorted(s ^ {3, 7}), 3 in s, len(s), s <= {3, 4, 5}, s >= {3},
        {1} == {1}, sorted(set([1, 1, 2])), constant == {1, 2}, sorted(s.union([5], [6])), s.isdisjoint({100}), error,
        sorted({1, 2, 3}.symmetric_difference([3, 4])), 2 in {1, 2, 3}, sorted(constant | {7}), s.issubset({3, 4}),
        list({30, 1, 17, 5}), [n for n in set([9, 8, 7])], {40, 3}.pop(), list(frozenset((12, 4))),
    )


# expect captured
# whole
