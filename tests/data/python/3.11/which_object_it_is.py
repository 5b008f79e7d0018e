"""Equal texts and numbers are the same object only where they are; equal sets are the same key."""

import operator

import torch


def joined(text):
    return "".join(["a", text])


def texts(first, second):
    made = joined("b"), joined("b")
    literal = "a literal" is "a literal"  # noqa: F632
    return first is second, first is first, made[0] is made[1], operator.is_(*made), made[0] == made[1], literal


def texts_at_breaks(number):
    one, other = "ab" + str(number), "ab" + str(number)
    torch._dynamo.graph_break()
    return one is other, one == other, [one, other]


def sets():
    one, two = frozenset([1]), frozenset([2])
    of_sets = {frozenset([one, two]), frozenset([two, one])}
    of_classes = {frozenset([int, program]): 1, frozenset([program, int]): 2}
    pairs = {(int, 1): 1, (int, 1): 2}  # noqa: F601
    return of_sets == {frozenset([one, two])}, len(of_sets), len(of_classes), pairs, one in {one: 0}, frozenset([one, two]) in of_sets


def program():
    first, second = joined("xyz"), joined("xyz")
    return texts(first, second), texts(first, first), texts(second, first), texts_at_breaks(3), sets()


# expect captured
# in pieces
