"""An instance of a subclass of deque that was made outside is read where C keeps its items, whatever the subclass says."""

from collections import deque

import torch


class Queue(deque):
    scale = 2

    def total(self):
        return sum(self)

    def append(self, item):
        super().append(item * 10)


class Odd(deque):
    """Says other things of its items than C keeps."""

    def __len__(self):
        return 100

    def __getitem__(self, index):
        return -1

    def clear(self):
        raise AssertionError("nobody asked for it")

    def extend(self, items):
        raise AssertionError("nobody asked for it")


class Endless(deque):
    maxlen = None


def grows(x, queue):
    queue.append(2)
    queue.scale += 1
    return x + queue.total() * queue.scale + len(queue), queue[-1]


def by_its_own_word(x, queue):
    queue.append(3)
    first = queue.popleft()
    return x + first, len(queue), queue[0], [item for item in queue]


def how_long(x, queue):
    queue.append(x)
    return queue.maxlen, deque.__len__(queue)


def case(t):
    x = torch.ones(2)
    for fn, make in ((grows, lambda: Queue([1, 4])), (by_its_own_word, lambda: Odd([1, 2], 3)), (how_long, lambda: Queue([1], 2))):
        compiled = t.compile(fn, fullgraph=True)
        found, expected = make(), make()
        for _ in range(3):
            t.equal(compiled(x, found), fn(x, expected))
            t.equal(list(found), list(expected))
            t.equal(vars(found), vars(expected))
    compiled = t.compile(how_long)
    t.equal(compiled(x, Endless([1], 2)), (None, 2))
    # Another length, and another item of another class.
    compiled = t.compile(grows, fullgraph=True)
    for items in ([1], [1, 2], [1.5]):
        t.equal(compiled(x, Queue(items)), grows(x, Queue(items)))
