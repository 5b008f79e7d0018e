"""What rebuilds an iterator, shows a warning, or stands for a method of C, asks an instance no more than the program did
(tests/fuzz --special-methods)."""

import collections
import warnings

log = []
config = {"recompile_limit": 64}


class Logged:
    def __getattribute__(self, name):
        log.append(name)
        return super().__getattribute__(name)

    def __iter__(self):
        log.append("iter")
        return super().__iter__()


class Dict(Logged, dict):
    def items(self):
        log.append("own items")
        return super().items()

    def __reversed__(self):
        log.append("reversed")
        return super().__reversed__()


class Set(Logged, set):
    pass


class Frozen(Logged, frozenset):
    pass


class Ordered(Logged, collections.OrderedDict):
    pass


class Queue(Logged, collections.deque):
    pass


class Default(Logged, collections.defaultdict):
    pass


class Bytes(bytes):
    def __index__(self):
        log.append("index")
        raise ArithmeticError


def begun(values):
    iterator = iter(values)
    next(iterator)
    return iterator


def begun_again(values):
    return begun(reversed(values))


def fn(x, make, values):
    log.clear()
    return x + 1, make(values)


def warned(values):
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        warnings.warn(values)


def reshaped(x, make):
    log.clear()
    try:
        return x.view(make(b"ab"), -1)
    except TypeError:
        return x + 1


def heard(made):
    x, *rest = made
    return x, [list(value) if hasattr(value, "__next__") else value for value in rest], list(log)


def case(t):
    import torch

    compiled = t.compile(fn, backend="eager"), t.compile(reshaped, backend="eager")
    x = torch.ones(2)
    pairs = [(1, 2), (3, 4)]
    tries = [
        (make, values)
        for values in (Dict(pairs), Set([1, 2]), Frozen([1, 2]), Ordered(pairs), Queue([1, 2]))
        for make in (begun, iter)
    ]  # fmt: skip
    tries += [(lambda d: begun(d.items()), Dict(pairs)), (lambda d: begun(reversed(d)), Dict(pairs)), (lambda d: d.__reduce_ex__(2)[4], Dict(pairs))]
    tries += [(make, Queue([1], 3)) for make in (repr, begun_again, lambda d: f"{d}", lambda d: str(ValueError(d)), lambda d: d.__reduce__()[1])]
    tries.append((lambda d: d.__reduce__()[1], Default(int, pairs)))
    for make, values in tries:
        t.equal(heard(compiled[0](x, make, values)), heard(fn(x, make, values)))
    for run in (compiled[1], reshaped):
        run(x, Bytes)
        assert log == ["index"], log
    heard_by_warn = []
    for run in (compiled[0], fn):
        run(x, lambda values: str(warned(values)), Dict(pairs))
        heard_by_warn.append(list(log))
    t.equal(*heard_by_warn)
