"""Iterators, ranges, slices and kin that compiled code gives back stand where the program left them."""

import itertools
import operator
import types

from attempts import attempt, each


class Items:
    def __getitem__(self, index):
        if index > 3:
            raise IndexError
        return index * 10


async def coroutine():
    return "awaited"


class Base:
    def name(self):
        return "base"


class Derived(Base):
    def name(self):
        return "derived"

    def above(self):
        return super()

    def above_by_name(self):
        return super(Derived, self)


def leave(x):
    numbers = [x, 2, 3, 4]
    iterators = [
        iter(range(5)), iter(range(5, 0, -2)), reversed(range(4)), enumerate("abc"), enumerate("abc", 7), zip("ab", numbers),
        zip("abcd", numbers, strict=True), map(operator.neg, numbers), map(operator.add, numbers, numbers),
        filter(None, [0, 1, 2, 0, 3]), filter(lambda n: n > 1, numbers), iter(numbers), reversed(numbers), iter((1, 2, 3)),
        iter("abc"), iter("äbc"), iter(b"abc"), iter(Items()), iter([3, 2, 1, 0, 5].pop, 0), iter({5}),
    ]  # fmt: skip
    for iterator in iterators[:-1]:
        next(iterator)
    return iterators


def left():
    _, iterators = attempt(leave, 1)
    return each(type, iterators), each(list, iterators), each(list, iterators)


def leave_at_the_end(x):
    numbers = [x]
    iterators = [iter(numbers), reversed(numbers), iter((x,)), iter(range(1)), enumerate([x]), zip([x], [x]), map(abs, [x]), iter("a")]
    for iterator in iterators:
        list(iterator)
    numbers.append(2)
    return iterators, numbers


def left_at_the_end():
    iterators, numbers = attempt(leave_at_the_end, 1)[1]
    numbers.append(3)
    return each(list, iterators)


def objects(x):
    space = types.SimpleNamespace(a=x, b=[2])
    space.c = 3
    return range(x, 10, 3), slice(1, x), slice(x), slice(None, None, x), range(0), space, types.SimpleNamespace()


def given_back():
    numbers, *slices, nothing, space, empty = attempt(objects, 4)[1]
    space.b.append(1)
    return numbers, slices, nothing, vars(space), space, empty, list(range(10))[slices[0]]


def above():
    one = Derived()
    return one.above().name(), one.above_by_name().name(), type(one.above()).__name__, one.above().__self__ is one, one.above().__thisclass__


def hints():
    numbers = [1, 2, 3]
    iterators = [
        iter(range(5)), iter(numbers), iter((1, 2)), iter("abc"), iter("äb"), iter(b"ab"), reversed(numbers), reversed(range(3)), iter(Items()),
    ]  # fmt: skip
    hints = [operator.length_hint(iterator, 9) for iterator in iterators]
    for iterator in iterators[:-1]:
        next(iterator)
    then = [operator.length_hint(iterator, 9) for iterator in iterators]
    at_end = iter(numbers)
    list(at_end)
    shrunk = iter(numbers)
    next(shrunk), next(shrunk)
    numbers.clear()
    direct = [iter(range(3, 9, 2)).__length_hint__(), iter([1]).__length_hint__(), iter((1,)).__length_hint__(), iter("ab").__length_hint__()]
    return hints, then, direct, operator.length_hint(at_end), operator.length_hint(shrunk), operator.length_hint(5, 3), attempt(operator.length_hint, 5, "a")


def hints_of_repetitions():
    repeated = itertools.repeat("x", 3)
    next(repeated)
    return operator.length_hint(repeated, 9), operator.length_hint(itertools.repeat(1), 9), attempt(lambda: itertools.repeat(1).__length_hint__())


def ranges():
    r = range(2, 11, 3)
    return (
        bool(r), bool(range(0)), bool(range(3, 1)), r[-1], r[1:], r[::-1], list(reversed(r)), r.index(5), r.count(5), r.count(6), 5 in r, 6 in r,
        5.0 in r, "a" in r, r == range(2, 12, 3), r != range(2), range(0) == range(3, 3), hash(range(3)) == hash(range(3)), len(r), repr(r),
        r.start, r.stop, r.step, range(True), range(True).stop, list(reversed(range(0))), list(range(5))[slice(True, None)],
        attempt(lambda: range(1, 2, 0)), attempt(lambda: range(2.5)), attempt(lambda: range("a")), attempt(lambda: r[3]), attempt(lambda: r["a"]),
        attempt(lambda: r.index(6)), attempt(lambda: range()), attempt(lambda: setattr(r, "start", 1)), attempt(lambda: r[::0]), attempt(lambda: range(1, None)),
        range(0).__bool__(), r.__bool__(),
    )  # fmt: skip


def slices():
    s, unset = slice(1, 5, 2), slice(None)
    return (
        s.start, s.stop, s.step, s == slice(1, 5, 2), s != slice(1), s.indices(4), s.indices(0), unset.indices(3), slice(-2, None).indices(5),
        slice(None, None, -1).indices(4), slice(-9, 9, -1).indices(4), repr(s), slice(3), slice(1, 2), [1, 2, 3][slice(1, None)], "abcd"[slice(None, None, 2)],
        attempt(slice), attempt(slice, 1, 2, 3, 4), attempt(lambda: s.indices(-1)), attempt(lambda: s.indices("a")), attempt(lambda: slice("a").indices(3)),
        attempt(lambda: slice(1, 2, 0).indices(3)), attempt(lambda: [1][slice("a")]), attempt(lambda: setattr(s, "start", 2)), slice(None, 2) == slice(2),
        attempt(lambda: slice(1) < slice(2)), s == 3, slice(None, True).indices(5),
    )  # fmt: skip


def generators():
    def numbers():
        received = yield 1
        yield received
        return "end"

    made = numbers()
    by_hand = numbers().__iter__()
    found = [made.__iter__() is made, made.__next__(), made.send("sent"), attempt(made.__next__), attempt(made.__next__)]
    me = None

    def asks_itself():
        try:
            next(me)
        except ValueError as error:
            yield str(error)

    me = asks_itself()

    class Hands:
        """An iterator that can be sent to, and returns something at its end."""

        def __iter__(self):
            return self

        def __next__(self):
            return "first"

        def send(self, value):
            raise StopIteration(value)

    def delegates():
        yield (yield from Hands())

    outer = delegates()
    def catches():
        try:
            yield from [1, 2]
        except KeyError as error:
            yield ("caught", str(error))

    inner, passing = catches(), delegates()
    next(inner), next(passing)
    try:
        found.append((inner.throw(KeyError("thrown")), passing.throw(KeyError("through"))))
    except KeyError as error:
        found.append(str(error))

    @types.coroutine
    def awaits():
        return (yield from coroutine())

    found.append((attempt(lambda: list(awaits())), attempt(lambda: next(awaits()))))
    found.append((list(me), next(outer), outer.send("back"), attempt(outer.throw, KeyError("in"))))
    return found, by_hand.__next__(), by_hand.__next__(), attempt(lambda: numbers().send(1)), list(by_hand)


def program():
    return left(), left_at_the_end(), given_back(), above(), hints(), hints_of_repetitions(), ranges(), slices(), generators()


# expect captured
# in pieces
# as written: resume_in_hints
