"""An iterator that the trace made is as far as it was, though its sequence is shorter than that by now, and asks nothing of it."""

import torch

import alternator

asked = []


class Items:
    def __init__(self, count):
        self.count = count

    def __len__(self):
        asked.append("length")
        return self.count

    def __getitem__(self, index):
        if index >= self.count:
            raise IndexError
        return index * 10


@alternator.disable
def pause():
    pass


def fn(x):
    items, letters, row = [1, 2, 3, 4], bytearray(b"1234"), Items(4)
    iterators = iter(items), reversed(items), iter(letters), reversed(row)
    for iterator in iterators:
        next(iterator), next(iterator)
    del items[1:], letters[1:]
    row.count = 1
    hints = [iterator.__length_hint__() for iterator in iterators]
    pause()
    hints += [iterator.__length_hint__() for iterator in iterators]
    items += [7, 8, 9]
    letters += b"789"
    row.count = 4
    return x + 1, hints, [list(iterator) for iterator in iterators], list(asked)


def calls():
    asked.clear()
    yield (torch.ones(2),)
    asked.clear()
    yield (torch.zeros(2),)
