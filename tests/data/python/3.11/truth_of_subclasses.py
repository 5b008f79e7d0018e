"""A subclass of a builtin class says its truth itself, whatever the class it inherits from says."""

import itertools
import operator
from collections import Counter, OrderedDict, defaultdict, deque

from attempts import attempt

BASES = [
    (int, (5,)), (int, (0,)), (float, (2.5,)), (complex, (1j,)), (str, ("ab",)), (str, ("",)), (bytes, (b"ab",)),
    (list, ([1],)), (list, ()), (tuple, ([1],)), (dict, ({1: 2},)), (dict, ()), (set, ([1],)), (frozenset, ([1],)),
    (deque, ([1],)), (OrderedDict, ({1: 2},)), (defaultdict, (int, {1: 2})), (Counter, ("a",)),
]  # fmt: skip
log = []


def subclasses(base):
    class Truth(base):
        def __bool__(self):
            log.append("bool")
            return self.answer

    class Length(base):
        def __len__(self):
            log.append("len")
            return self.answer

    class Neither(base):
        __bool__ = None

    class Below(Truth):
        pass

    return Truth, Length, Neither, Below


def conditions(o):
    yield not o
    yield bool(o)
    yield 1 if o else 2
    yield o and 5
    yield o or 5
    yield any([0, o]), all([1, o])
    yield list(filter(None, [o])), list(itertools.filterfalse(None, [o]))
    yield list(itertools.compress([1], [o])), list(filter(lambda _: o, [1]))
    yield operator.truth(o), operator.not_(o)
    yield [1 for _ in [0] if o]
    count = 0
    while o and count < 2:
        count += 1
    yield count


def asked(o):
    log.clear()
    found = [found if found is not o else "itself" for found in conditions(o)]
    return len(found), str(found[:4]), found[4:6] == [o, 5], found[6:], list(log)


def asserted(o):
    assert o
    return 1


def program():
    results = []
    for base, arguments in BASES:
        for cls in subclasses(base):
            for answer in (True, False, 0, 2, -1, "a", None):
                o = cls(*arguments)
                o.answer = answer
                for function in (bool, asserted, asked):
                    results.append((base.__name__, cls.__name__, answer, attempt(function, o)))
    return results


# expect captured
# in pieces
# as written: program
