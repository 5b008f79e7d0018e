"""What the trace writes into one object it does not write into another: a call where both are one object is traced anew."""

import collections

import numpy
import torch

from scenarios import check


class Plain:
    def __init__(self, k):
        self.k = k


class Slotted:
    __slots__ = ("k",)

    def __init__(self, k):
        self.k = k


def appended(a, b, x):
    a.append(1)
    return x + len(b)


def appended_in_turn(a, b, x):
    a.append(1)
    b.append(2)
    a.append(3)
    return x + 1


def item_written(a, b, x):
    a["k"] = 1
    return x + b["k"]


def item_of_attributes(a, b, x):
    a["k"] = 1
    return x + b.k


def attribute_of_items(a, b, x):
    a.k = 1
    return x + b["k"]


def attribute_written(a, b, x):
    a.k = 1
    return x + b.k


def array_written(a, b, x):
    a += 1
    return x + torch.from_numpy(b)


def with_cells(number):
    def add():
        nonlocal number
        number += 1
        return number

    return add, lambda: number


def cell_written(a, b, x):
    a()
    return x + b()


def called(function, apart, one):
    """A call with two objects, and one where they are one."""

    def scenario(compile):
        compiled = compile(function)
        seen = []
        for arguments in (apart(), one(), apart()):
            seen.append((compiled(*arguments, torch.ones(1)), [a for a in arguments if isinstance(a, (list, dict, set))]))
        return seen

    scenario.__name__ = function.__name__
    return scenario


def both(make):
    return lambda: (make(), make()), lambda: (make(),) * 2


def of_attributes():
    made = Plain(5)
    return vars(made), made


def case(t):
    check(
        t,
        called(appended, *both(lambda: [1])),
        called(appended, *both(lambda: collections.deque([1]))),
        called(appended_in_turn, *both(lambda: [1])),
        called(item_written, *both(lambda: {"k": 5})),
        called(item_written, *both(lambda: collections.OrderedDict(k=5))),
        called(item_of_attributes, lambda: ({"k": 5}, Plain(5)), of_attributes),
        called(attribute_of_items, lambda: (Plain(5), {"k": 5}), lambda: of_attributes()[::-1]),
        called(attribute_written, *both(lambda: Plain(5))),
        called(attribute_written, *both(lambda: Slotted(5))),
        called(array_written, *both(lambda: numpy.ones(1))),
        called(cell_written, lambda: (with_cells(5)[0], with_cells(5)[1]), lambda: with_cells(5)),
    )
