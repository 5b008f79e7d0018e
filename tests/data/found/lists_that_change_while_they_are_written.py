"""`repr` of a list sees what `__repr__` of its items does to it (CPython's test_list)."""

import torch


class Item:
    def __init__(self, items, change):
        self.items, self.change = items, change

    def __repr__(self):
        self.change(self.items)
        return "item"


def fn(x, count):
    texts = []
    for change in (list.pop, list.clear, lambda items: len(items) < 9 and items.append(len(items))):
        items = []
        items.extend([Item(items, change) for _ in range(count)])
        texts += [repr(items), str(len(items))]
    return x + 1, texts


def calls():
    for count in (1, 2, 5):
        yield torch.ones(2), count
