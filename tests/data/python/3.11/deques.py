"""The methods of deque, within and at the limit of its length, and iterators that see it change."""

from collections import deque

from attempts import attempt, each


def ends():
    queue = deque([1, 2, 3])
    queue.append(4)
    queue.appendleft(0)
    queue.extend(iter([5, 6]))
    queue.extendleft("ab")
    backward = reversed(queue)
    return next(iter(iter(queue))), next(iter(backward)), list(backward)[:2], queue.pop(), queue.popleft(), list(queue), len(queue), bool(queue), bool(deque()), queue.maxlen


def limited():
    queue = deque(range(5), 3)
    seen = [list(queue), queue.maxlen]
    queue.append(9)
    queue.appendleft(8)
    seen.append(list(queue))
    queue.extend([1, 2, 3, 4])
    seen.append(list(queue))
    queue.extendleft([5, 6])
    seen.append(list(queue))
    nothing = deque([1, 2], maxlen=0)
    nothing.append(1)
    nothing.appendleft(1)
    nothing.extend([1])
    return seen, list(nothing), queue.copy(), queue.copy().maxlen, deque(maxlen=2), deque([1], None)


def positions():
    queue = deque("abcab")
    queue[0] = "z"
    queue[-1] = "y"
    del queue[1]
    del queue[-2]
    queue.insert(1, "new")
    queue.insert(-1, "last but one")
    queue.insert(100, "end")
    queue.insert(-100, "begin")
    return list(queue), queue[2], queue[-3], "c" in queue, "q" in queue, queue.index("c"), queue.index("c", 1, -1), queue.count("y")


def turned():
    found = []
    for steps in (1, -1, 0, 7, -7, 100):
        queue = deque([1, 2, 3, 4, 5])
        queue.rotate(steps)
        found.append(list(queue))
    queue = deque([1, 2, 3])
    queue.reverse()
    empty = deque()
    empty.rotate(3)
    return found, list(queue), list(reversed(queue)), list(empty), deque([1, 2]) * 2


def removed():
    queue = deque([1, 2, 1, 3])
    queue.remove(1)
    kept = list(queue)
    queue.clear()
    return kept, list(queue), len(queue)


def compared():
    return (
        deque([1]) == deque([1]), deque([1]) == [1], deque([1, 2]) < deque([1, 3]), deque() == deque(), deque([1]) != deque([1], 3),
        deque([1]) <= deque([1]), deque([2]) > deque([1]), deque([1]) >= deque([2]), deque([1]) != [1],
        deque([1]) + deque([2]), repr(deque([1, "a"])), repr(deque([1], 2)), str(deque()),
    )  # fmt: skip


def grown(queue):
    for item in queue:
        queue.append(item)


def shrunk(queue):
    for _ in queue:
        queue.popleft()


def changed_in_place(queue):
    seen = []
    for item in queue:
        seen.append(item)
        queue[-1] = "changed"
    return seen


def rotated(queue):
    for _ in queue:
        queue.rotate(1)


def extended_by_itself(queue):
    queue.extend(queue)
    queue.extendleft(queue)
    return queue


def fails_midway(queue):
    def items():
        yield 1
        yield len(queue)
        raise KeyError("midway")

    try:
        queue.extend(items())
    except KeyError:
        return list(queue)


def refused():
    def on(action):
        return attempt(lambda: action(deque([1, 2], 2)))

    return (
        on(lambda q: deque([1], -1)), on(lambda q: deque([1], "a")), on(lambda q: deque(3)), on(lambda q: q[2]), on(lambda q: q[-3]),
        on(lambda q: q["a"]), on(lambda q: q[0:1]), on(lambda q: q.__setitem__(5, 1)), on(lambda q: q.__delitem__(5)),
        on(lambda q: q.remove(9)), on(lambda q: q.index(9)), on(lambda q: q.insert(0, 9)), on(lambda q: deque().pop()),
        on(lambda q: deque().popleft()), on(lambda q: q.extend(3)), on(lambda q: q.rotate("a")), on(lambda q: q.missing),
        on(lambda q: q.append()), on(lambda q: hash(q)), on(lambda q: q.index(2, 5)), on(lambda q: setattr(q, "maxlen", 3)),
        on(lambda q: deque([1, 2], maxlen=True).maxlen), on(lambda q: q()),
    )  # fmt: skip


def changed_while_read():
    def on(action, *limit):
        return attempt(lambda: action(deque([1, 2, 3], *limit)))

    return (
        on(grown), on(shrunk), on(changed_in_place), on(rotated), on(extended_by_itself), on(extended_by_itself, 4), on(fails_midway),
        on(lambda q: type(iter(q)).__name__), on(lambda q: type(reversed(q)).__name__),
    )  # fmt: skip


class Named(deque):
    def __init__(self, name, *rest):
        super().__init__(*rest)
        self.name = name


def made_by_a_subclass():
    queue = Named("n", [1, 2], 5)
    queue.append(3)
    return list(queue), queue.name, queue.maxlen, isinstance(queue, deque), attempt(queue.copy)


def leave(x):
    queue = deque([x, 2], 4)
    iterator, backward = iter(queue), reversed(queue)
    next(iterator), next(backward)
    queue[1] = 5
    return queue, iterator, backward


def changed(x):
    """An iterator that goes after its deque has changed."""
    queues = [deque(), deque([x]), deque([x], 1), deque([x, 2]), deque([x, 2], 2)]
    iterators = [iter(queue) for queue in queues] + [reversed(queue) for queue in queues]
    for queue in queues:
        queue.append(3)
        queue.pop()
    return *iterators, queues


def left_changed():
    _, (*iterators, queues) = attempt(changed, 1)
    return each(next, iterators), queues


def left():
    _, (queue, *iterators) = attempt(leave, 1)
    return queue, each(list, iterators), queue.maxlen, type(attempt(changed, 1)[1][0]).__name__


def program():
    return (
        ends(), limited(), positions(), turned(), removed(), compared(), refused(), changed_while_read(), made_by_a_subclass(), left(), left_changed(),
    )  # fmt: skip


# expect captured
# in pieces
