"""A copy of a set keeps its order, also where adding the items one by one would give another one."""

import weakref

import torch


class Numbered:
    def __init__(self, number):
        self.number = number


KEPT = [Numbered(number) for number in range(200)]


def colliding():
    for one in KEPT:
        for other in KEPT:
            found = {weakref.ref(one), weakref.ref(other)}
            if list(set(list(found))) != list(found):
                return found


def fn(x, references):
    numbers = [reference().number for reference in references.copy()]
    return x + 1, numbers == [reference().number for reference in references]


def calls():
    references = colliding()
    for _ in range(3):
        yield torch.ones(2), references
