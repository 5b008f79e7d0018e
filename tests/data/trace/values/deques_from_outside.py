"""A deque that was made outside is read item by item, and gets what the trace left in it."""

from collections import deque

import torch


class History(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = deque(maxlen=2)

    def forward(self, x):
        self.seen.append(x)
        return sum(self.seen)


class Noisy:
    ended = 0

    def __del__(self):
        Noisy.ended += 1


class Queue(deque):
    pass


def at_both_ends(x, queue):
    queue.append(x + 1)
    first = queue.popleft()
    queue.appendleft(first)
    queue.extend([2, 3])
    queue.extendleft(iter([4]))
    return x * first, len(queue), queue.maxlen


def in_the_middle(x, queue):
    queue[0] = 8
    del queue[1]
    queue.insert(1, 7)
    queue.remove(3)
    queue.reverse()
    queue.rotate(1)
    found = 7 in queue, queue.count(7), list(reversed(queue))
    queue[0] = x + 1
    return x + queue[-1], found


def emptied(x, queue):
    queue.clear()
    try:
        queue.pop()
    except IndexError as error:
        return x + 1, str(error)


def only_read(x, queue):
    return x + queue[1], [item for item in queue], queue == deque([1, 2, 3])


def itself(x, queue):
    queue.append(queue)
    return x + 1, queue[-1] is queue


def before_a_break(x, queue):
    queue.append(x + 1)
    torch._dynamo.graph_break()
    queue.append(x + 2)
    return queue.popleft() + x


def while_iterating(x, queue):
    try:
        for item in queue:
            x = x + item
            queue.append(1)
    except RuntimeError as error:
        return x, str(error)


def given_back(x, queue):
    queue.rotate(2)
    return queue


def let_go(x, queue):
    queue.popleft()
    return x + Noisy.ended


def case(t):
    x = torch.arange(3.0)

    def check(fn, *makes, whole=True):
        compiled = t.compile(fn, fullgraph=whole)
        for make in (*makes, *makes):
            found, expected = make(), make()
            t.equal(compiled(x, found), fn(x, expected))
            if fn is not itself:
                t.equal(list(found), list(expected))
                assert found.maxlen == expected.maxlen

    check(at_both_ends, lambda: deque([1, 2]), lambda: deque([5, 2]), lambda: deque([1, 2], 3), lambda: deque([1, 2], 1000))
    check(in_the_middle, lambda: deque([1, 2, 3]), lambda: deque([5, 6, 3, 4]))
    check(emptied, lambda: deque([1]), lambda: deque(maxlen=4))
    check(only_read, lambda: deque([1, 2, 3]), lambda: deque([1, 2, 3], 3), lambda: deque([1, 3, 3]))
    check(itself, deque)
    check(before_a_break, lambda: deque([1.5]), whole=False)
    check(while_iterating, lambda: deque([1, 2]))
    check(at_both_ends, lambda: Queue([1, 2]), whole=False)

    queue = deque([1, 2, 3])
    assert t.compile(given_back, fullgraph=True)(x, queue) is queue and list(queue) == [2, 3, 1]

    # More than a block of C's.
    check(only_read, lambda: deque([1, 2, *range(200)]))

    model, plain = History(), History()
    compiled = t.compile(model, fullgraph=True)
    before = len(t.graphs)
    for step in range(5):
        t.equal(compiled(x + step), plain(x + step))
        t.equal(list(model.seen), list(plain.seen))
    assert len(t.graphs) - before == 3, "one graph while it fills, and one when it is full"

    # What the deque alone holds ends where the program lets go of it.
    for _ in range(2):
        Noisy.ended = 0
        t.equal(t.compile(let_go)(x, deque([Noisy()])), x + 1)
