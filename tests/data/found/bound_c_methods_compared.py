"""Bound C methods are unequal where they are not equal, a `tee` is not entered again while it takes an item, ranges are
compared without their items (tools/library_tests)."""

import itertools

from attempts import attempt


def bound():
    made = []
    return made.append == made.append, made.append != made.append, made.append != [].append, made.append != made.pop, made.append != 1


def from_outside(made):
    return made.append == made.append, made.append != made.append, made.append != [].append, made.append != made.pop, len != len, len != max


def entered_again():
    class Asks:
        first = True

        def __iter__(self):
            return self

        def __next__(self):
            first = self.first
            self.first = False
            if first:
                return next(two)

    one, two = itertools.tee(Asks())
    return next(one)


def entered_after_an_error():
    class Fails:
        times = 0

        def __iter__(self):
            return self

        def __next__(self):
            self.times += 1
            if self.times == 1:
                raise ValueError("once")
            return self.times

    one, two = itertools.tee(Fails())
    try:
        next(one)
    except ValueError:
        pass
    return next(one), next(two), next(two)


def ranges(length):
    """Of many items, which nobody looks at."""
    whole = range(length)
    return whole == range(length), whole == range(0, length, 1), range(0, 3, 2) == range(0, 4, 2), range(0) == range(2, 1), range(1, 2, 5) == range(1, 2), range(3) == 3


def program():
    return attempt(ranges, 1 << 30), attempt(bound), attempt(from_outside, []), attempt(entered_again), attempt(entered_after_an_error)


# expect captured
# in pieces
