"""heapq's functions were traced as the module has them in Python: another error of an empty heap, and none where a
comparison changed the list."""

import heapq

import torch


class Item:
    def __init__(self, number, log, change=None):
        self.number, self.log, self.change = number, log, change

    def __lt__(self, other):
        self.log.append((self.number, other.number))
        if self.change is not None:
            self.change()
        return self.number < other.number


class Odd(list):
    def __len__(self):
        return 1

    def __getitem__(self, place):
        return "another"


WAYS = [
    lambda heap, item: heapq.heapify(heap),
    lambda heap, item: heapq.heappop(heap),
    lambda heap, item: heapq.heappush(heap, item),
    lambda heap, item: heapq.heappushpop(heap, item),
    lambda heap, item: heapq.heapreplace(heap, item),
    lambda heap, item: [heapq.heappop(heap) for _ in range(len(heap))],
    lambda heap, item: (heapq.nlargest(2, heap), heapq.nsmallest(3, heap), list(heapq.merge(heap, [item]))),
]


def run(what, heap, item):
    try:
        return what(heap, item)
    except (IndexError, RuntimeError) as error:
        return type(error), str(error)


def numbers(found):
    return [numbers(one) for one in found] if isinstance(found, (list, tuple)) else getattr(found, "number", found)


def plain(x, what):
    heaps = [[], [3], [5, 2, 8, 1, 9, 3, 3], Odd([4, 3, 2, 1])]
    return x, [(run(what, heap, 4), list.copy(heap)) for heap in heaps]


def changed(x, what, change):
    heap, log = [], []
    heap += [Item(number, log, lambda: change(heap)) for number in (3, 1, 4, 1, 5, 9, 2, 6)]
    return x, numbers(run(what, heap, Item(2, log))), numbers(heap), log


CHANGES = [lambda heap: None, list.clear, lambda heap: len(heap) > 6 and heap.pop(), lambda heap: len(heap) < 10 and heap.append(heap[0])]


def case(t):
    x = torch.ones(2)
    for what in WAYS:
        t.equal(t.compile(plain)(x, what), plain(x, what))
    for what in WAYS[:5]:
        for change in CHANGES:
            t.equal(t.compile(changed)(x, what, change), changed(x, what, change))
