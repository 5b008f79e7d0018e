"""Iteration: builtins and itertools. The iterators are classes, so that a graph break inside a loop
can rebuild them as the instances that they are."""

from __future__ import annotations


def item_or_end(sequence, index):
    """The item, alone in a tuple; an empty one at the end."""
    try:
        return (sequence[index],)
    except (IndexError, StopIteration):
        return ()


class reverse_of:
    """`reversed(x)` of a sequence without `__reversed__`."""

    def __init__(self, sequence):
        self.sequence = sequence
        self.index = len(sequence) - 1

    def __iter__(self):
        return self

    def __next__(self):
        index = self.index
        if index < 0:
            raise StopIteration
        self.index = index - 1
        return self.sequence[index]


def next_that_passes(function, iterator):
    """`next(filter(function, iterator))`."""
    while True:
        item = next(iterator)
        if item if function is None or function is bool else function(item):
            return item


def check_lengths(iterators, row):
    """The error of `zip(…, strict=True)` when one iterator has come to its end."""
    ended = len(row)
    if ended > 0:
        argument = "argument" if ended == 1 else "arguments 1-"
        count = "1" if ended == 1 else str(ended)
        raise ValueError(f"zip() argument {ended + 1} is shorter than {argument}{' ' if ended == 1 else ''}{count}")
    missing = object()
    for index in range(1, len(iterators)):
        if next(iterators[index], missing) is not missing:
            argument = "argument 1" if index == 1 else f"arguments 1-{index}"
            raise ValueError(f"zip() argument {index + 1} is longer than {argument}")


# ---------------------------------------------------------------- builtins


def all(iterable, /):
    for item in iterable:
        if not item:
            return False
    return True


def any(iterable, /):
    for item in iterable:
        if item:
            return True
    return False


def sum(iterable, /, start=0):
    if isinstance(start, str):
        raise TypeError("sum() can't sum strings [use ''.join(seq) instead]")
    total = start
    for item in iterable:
        # Not `+=`: that would change the start value itself.
        total = total + item
    return total


_MISSING = object()


def _extreme(name, better, arguments, key, default):
    if len(arguments) == 1:
        iterable = arguments[0]
    elif len(arguments) == 0:
        raise TypeError(f"{name} expected at least 1 argument, got 0")
    elif default is not _MISSING:
        raise TypeError(f"Cannot specify a default for {name}() with multiple positional arguments")
    else:
        iterable = arguments
    best = best_key = _MISSING
    for item in iterable:
        item_key = item if key is None else key(item)
        if best is _MISSING or better(item_key, best_key):
            best, best_key = item, item_key
    if best is _MISSING:
        if default is _MISSING:
            raise ValueError(f"{name}() arg is an empty sequence")
        return default
    return best


def _greater(left, right):
    return left > right


def _less(left, right):
    return left < right


def max(*arguments, key=None, default=_MISSING):
    return _extreme("max", _greater, arguments, key, default)


def min(*arguments, key=None, default=_MISSING):
    return _extreme("min", _less, arguments, key, default)


# ---------------------------------------------------------------- itertools


class chain:
    def __init__(self, *iterables):
        self.iterables = iter(iterables)
        self.current = iter(())

    def __iter__(self):
        return self

    def __next__(self):
        while True:
            for item in self.current:
                return item
            self.current = iter(next(self.iterables))


def chain_from_iterable(cls, iterables):
    result = chain()
    result.iterables = iter(iterables)
    return result


class count:
    def __init__(self, start=0, step=1):
        self.value = start
        self.step = step

    def __iter__(self):
        return self

    def __next__(self):
        value = self.value
        self.value = value + self.step
        return value


class repeat:
    def __init__(self, object, times=None):
        self.object = object
        self.times = times if times is None or times > 0 else 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.times is not None:
            if self.times == 0:
                raise StopIteration
            self.times = self.times - 1
        return self.object

    def __length_hint__(self):
        if self.times is None:
            raise TypeError("len() of unsized object")
        return self.times


class cycle:
    def __init__(self, iterable):
        self.iterator = iter(iterable)
        self.saved = []
        self.index = -1

    def __iter__(self):
        return self

    def __next__(self):
        if self.index < 0:
            for item in self.iterator:
                self.saved.append(item)
                return item
            self.index = 0
        if not self.saved:
            raise StopIteration
        item = self.saved[self.index]
        self.index = (self.index + 1) % len(self.saved)
        return item


class islice:
    def __init__(self, iterable, *bounds):
        if len(bounds) == 1:
            start, stop, step = 0, bounds[0], 1
        else:
            start = 0 if bounds[0] is None else bounds[0]
            stop = bounds[1]
            step = 1 if len(bounds) < 3 or bounds[2] is None else bounds[2]
        if start < 0 or step < 1 or (stop is not None and stop < 0):
            raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
        self.iterator = iter(iterable)
        self.position = 0
        self.next_position = start
        self.stop = stop
        self.step = step

    def __iter__(self):
        return self

    def __next__(self):
        stop = self.stop
        if stop is not None and self.next_position >= stop:
            while self.position < stop:
                next(self.iterator)
                self.position = self.position + 1
            raise StopIteration
        while self.position < self.next_position:
            next(self.iterator)
            self.position = self.position + 1
        item = next(self.iterator)
        self.position = self.position + 1
        self.next_position = self.next_position + self.step
        return item


class accumulate:
    def __init__(self, iterable, func=None, *, initial=None):
        self.iterator = iter(iterable)
        self.function = func
        self.total = initial
        # 0: nothing seen yet; 1: the initial value comes next; 2: on the way.
        self.stage = 0 if initial is None else 1

    def __iter__(self):
        return self

    def __next__(self):
        if self.stage == 1:
            self.stage = 2
            return self.total
        item = next(self.iterator)
        if self.stage == 0:
            self.stage = 2
            self.total = item
        elif self.function is None:
            self.total = self.total + item
        else:
            self.total = self.function(self.total, item)
        return self.total


class starmap:
    def __init__(self, function, iterable):
        self.function = function
        self.iterator = iter(iterable)

    def __iter__(self):
        return self

    def __next__(self):
        return self.function(*next(self.iterator))


class takewhile:
    def __init__(self, predicate, iterable):
        self.predicate = predicate
        self.iterator = iter(iterable)
        self.ended = False

    def __iter__(self):
        return self

    def __next__(self):
        if self.ended:
            raise StopIteration
        item = next(self.iterator)
        if self.predicate(item):
            return item
        self.ended = True
        raise StopIteration


class dropwhile:
    def __init__(self, predicate, iterable):
        self.predicate = predicate
        self.iterator = iter(iterable)
        self.started = False

    def __iter__(self):
        return self

    def __next__(self):
        item = next(self.iterator)
        while not self.started:
            if not self.predicate(item):
                self.started = True
                return item
            item = next(self.iterator)
        return item


class filterfalse:
    def __init__(self, function, iterable):
        self.function = function
        self.iterator = iter(iterable)

    def __iter__(self):
        return self

    def __next__(self):
        while True:
            item = next(self.iterator)
            if not (item if self.function is None else self.function(item)):
                return item


class compress:
    def __init__(self, data, selectors):
        self.pairs = zip(data, selectors)

    def __iter__(self):
        return self

    def __next__(self):
        while True:
            item, selected = next(self.pairs)
            if selected:
                return item


class pairwise:
    def __init__(self, iterable):
        self.iterator = iter(iterable)
        self.begun = False
        self.last = None

    def __iter__(self):
        return self

    def __next__(self):
        if not self.begun:
            self.last = next(self.iterator)
            self.begun = True
        first = self.last
        self.last = next(self.iterator)
        return first, self.last


class zip_longest:
    def __init__(self, *iterables, fillvalue=None):
        self.iterators = [iter(iterable) for iterable in iterables]
        self.left = len(iterables)
        self.fillvalue = fillvalue

    def __iter__(self):
        return self

    def __next__(self):
        if self.left == 0:
            raise StopIteration
        row = []
        for index in range(len(self.iterators)):
            iterator = self.iterators[index]
            if iterator is None:
                row.append(self.fillvalue)
                continue
            try:
                row.append(next(iterator))
            except StopIteration:
                self.iterators[index] = None
                self.left = self.left - 1
                if self.left == 0:
                    raise StopIteration from None
                row.append(self.fillvalue)
        return tuple(row)


class groupby:
    def __init__(self, iterable, key=None):
        self.iterator = iter(iterable)
        self.key = key
        self.pending = []
        self.ended = False

    def __iter__(self):
        return self

    def __next__(self):
        if not self.pending:
            self.pending.append(next(self.iterator))
        first = self.pending.pop()
        key = first if self.key is None else self.key(first)
        group = [first]
        for item in self.iterator:
            if (item if self.key is None else self.key(item)) != key:
                self.pending.append(item)
                break
            group.append(item)
        return key, iter(group)


def product(*iterables, repeat=1):
    pools = [tuple(iterable) for iterable in iterables] * repeat
    result = [()]
    for pool in pools:
        result = [before + (item,) for before in result for item in pool]
    return iter(result)


def _choices(pool, length, first):
    """Index tuples in lexicographic order; `first(chosen)` is the smallest index that may come next."""
    if length == 0:
        return [()]
    result = [()]
    for _ in range(length):
        result = [
            before + (index,)
            for before in result
            for index in range(first(before), len(pool))
            if first is not _any_index or index not in before
        ]
    return result


def _any_index(chosen):
    return 0


def _after_last(chosen):
    return chosen[-1] + 1 if chosen else 0


def _from_last(chosen):
    return chosen[-1] if chosen else 0


def _picked(pool, length, first):
    return iter([tuple([pool[index] for index in chosen]) for chosen in _choices(pool, length, first)])


def permutations(iterable, r=None):
    pool = tuple(iterable)
    return _picked(pool, len(pool) if r is None else r, _any_index)


def combinations(iterable, r):
    return _picked(tuple(iterable), r, _after_last)


def combinations_with_replacement(iterable, r):
    return _picked(tuple(iterable), r, _from_last)


def tee(iterable, n=2, /):
    items = list(iterable)
    return tuple([iter(items) for _ in range(n)])
