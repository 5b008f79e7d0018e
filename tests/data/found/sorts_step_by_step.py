"""The program sees each comparison of a sort, what becomes of items without an order, and of a list whose sort fails."""

import random

asked = []


class Item:
    def __init__(self, rank):
        self.rank = rank

    def __lt__(self, other):
        asked.append((self.rank, other.rank))
        return self.rank < other.rank


class Failing(Item):
    def __lt__(self, other):
        asked.append((self.rank, other.rank))
        if len(asked) == 150:
            raise ValueError("enough")
        return self.rank < other.rank


class Unsure(Item):
    def __lt__(self, other):
        asked.append((self.rank, other.rank))
        return NotImplemented

    def __gt__(self, other):
        asked.append((self.rank, other.rank, "greater"))
        return self.rank > other.rank


class Never(tuple):
    def __lt__(self, other):
        asked.append("less")
        return NotImplemented


def ranks(draw, length):
    """Ascending and descending stretches, with equal ones among them."""
    found = []
    while len(found) < length:
        stretch = sorted((draw.randrange(length) for _ in range(draw.randrange(1, 90))), reverse=draw.random() < 0.5)
        found += stretch
    return found[:length]


draw = random.Random(3)
nan = float("nan")
NUMBERS = [draw.choice([nan, 1.0, 2.0, draw.random()]) for _ in range(150)]
SETS = [frozenset(draw.sample(range(6), draw.randrange(4))) for _ in range(120)]
MIXED = [3, 1, 2, "a", 0]


def fn(x, kind, order, reverse):
    asked.clear()
    items = [kind(rank) for rank in order]
    try:
        items.sort(reverse=reverse)
    except ValueError as error:
        asked.append(str(error))
    numbers = sorted(NUMBERS, reverse=reverse)
    mixed = list(MIXED)
    try:
        mixed.sort(reverse=reverse)
    except TypeError as error:
        asked.append(str(error))
    by_key = sorted(SETS, key=lambda item: item | {9}, reverse=reverse)
    tuples = sorted([Never((2,)), Never((1,))])
    return [item.rank for item in items], list(asked), repr(numbers), mixed, by_key, tuples, x + 1


def calls():
    import torch

    draw = random.Random(5)
    for kind, length in [(Item, 7), (Item, 300), (Item, 65), (Failing, 130), (Unsure, 5), (Failing, 64), (Item, 9)]:
        yield torch.ones(2), kind, ranks(draw, length), draw.random() < 0.4
    yield torch.ones(2), Item, [3, 3, 2, 2, 2, 1, 5, 5], False


config = {"recompile_limit": 64}
