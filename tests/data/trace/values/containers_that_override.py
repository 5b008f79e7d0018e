"""What C code takes from a dict or puts into a set, it does not ask methods for that a subclass has in their place."""

import torch


class Labelled(dict):
    def __getitem__(self, key):
        return "asked", dict.__getitem__(self, key)


class Ordered(dict):
    def __iter__(self):
        return iter(sorted(dict.keys(self)))

    def keys(self):
        return sorted(dict.keys(self))

    def __getitem__(self, key):
        return "asked", dict.__getitem__(self, key)


class Boxed(set):
    def add(self, item):
        super().add((item,))

    def discard(self, item):
        super().discard((item,))


def fn(x, entries):
    labelled, ordered = Labelled(entries), Ordered(entries)
    taken = [dict(labelled), {**labelled}, dict(ordered), {**ordered}]
    taken.append(dict(labelled, more=1) | labelled)
    boxed = Boxed([1, 2])
    boxed.add(3)
    boxed.update([4], (5,))
    boxed.difference_update([1])
    boxed.symmetric_difference_update([2, 6])
    boxed.intersection_update([4, 5, (3,)])
    return x + 1, taken, sorted(map(str, boxed))


calls = [(torch.arange(3.0), {"b": 1, "a": 2}), (torch.arange(3.0), {"c": 3})]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 1
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
