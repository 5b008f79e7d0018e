"""How many items a container has."""

from collections import OrderedDict, deque

from guarding import changes, check


def case(t):
    check("SEQUENCE_LENGTH", [1, 2], same=[(1, 2), [3, 4]], other=[[], [1]], text="len(L['x']) == 2")
    check("SEQUENCE_LENGTH", {1}, same=[{2}, frozenset({3})], other=[set()])
    check("SEQUENCE_LENGTH", deque([1]), same=[deque([2])], other=[deque()])
    check("DICT_LENGTH", {}, same=[{}, OrderedDict()], other=[{1: 2}])
    it = {"a": 1}
    changes("DICT_LENGTH", it, it.clear, says="len(x) == 1 no longer holds: it is 0")
    instance = type("A", (), {})()
    changes("DICT_LENGTH", instance, lambda: setattr(instance, "a", 1), path=(("dict",),))
