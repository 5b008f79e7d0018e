"""A group ends where the comparison of its key takes its next item. (Before 3.14.10 CPython may crash.)"""

import itertools


class Key:
    def __init__(self, group):
        self.group = group

    def __eq__(self, other):
        if self.group:
            next(self.group.pop(), None)
            return NotImplemented
        return True


def program():
    group = []
    key, found = next(itertools.groupby(range(3), lambda item: Key(group)))
    taken = [next(found)]
    group.append(found)
    taken.extend(found)
    return taken


# expect captured
# whole
