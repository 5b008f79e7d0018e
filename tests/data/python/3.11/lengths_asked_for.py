"""Who makes a list or a tuple of an iterable asks for its length first; who assigns to a starred name asks its iterator."""

from attempts import attempt

log = []


class Sized:
    def __init__(self, hint):
        self.hint = hint

    def __iter__(self):
        log.append("iter")
        return Counting(self.hint)

    def __len__(self):
        log.append("len")
        return self.hint


class Counting:
    def __init__(self, hint):
        self.count, self.hint = 0, hint

    def __iter__(self):
        log.append("iter of iterator")
        return self

    def __next__(self):
        if self.count == 2:
            raise StopIteration
        self.count += 1
        return str(self.count)

    def __length_hint__(self):
        log.append("hint")
        return self.hint


def spread(*arguments):
    return arguments


def starred(o):
    first, *rest = o
    return first, rest


def assigned(o):
    items = [0, 1, 2]
    items[1:] = o
    items.extend(o)
    items += o
    return items


USES = [
    list, tuple, set, sorted, max, "".join, lambda o: [*o], lambda o: (*o,), lambda o: {*o}, lambda o: spread(*o), lambda o: spread(1, *o), starred,
    assigned, lambda o: [c for c in o], lambda o: dict.fromkeys(o), lambda o: list(zip(o, o)), lambda o: sorted(o, reverse=o), lambda o: sorted(o, reverse=1),
]  # fmt: skip


def watched(use, o):
    log.clear()
    result = use(o)
    return result, list(log)


def program():
    return [attempt(watched, use, cls(hint)) for use in USES for cls in (Sized, Counting) for hint in (3, -1, "a", 2**70, NotImplemented)]


# expect captured
# in pieces
