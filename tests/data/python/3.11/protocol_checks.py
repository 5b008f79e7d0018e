"""What the protocols check of the user's methods, and what becomes of instances of container subclasses."""

import itertools


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)


class Truth:
    def __init__(self, answer):
        self.answer = answer

    def __bool__(self):
        return self.answer


class Itself:
    def __bool__(self):
        return self


class Length:
    def __init__(self, answer):
        self.answer = answer

    def __len__(self):
        return self.answer


class Index:
    def __init__(self, answer):
        self.answer = answer

    def __index__(self):
        return self.answer


class Number:
    def __int__(self):
        return 7

    def __float__(self):
        return 2.5


class Iterable:
    def __init__(self, answer):
        self.answer = answer

    def __iter__(self):
        return self.answer


class CallsItself:
    pass


class Growing:
    def __init__(self, items):
        self.items = items

    def __getitem__(self, index):
        return self.items[index]


class KeptTuple(tuple):
    def __new__(cls, items, extra=None):
        self = super().__new__(cls, items)
        self.extra = extra
        return self


class KeptSet(set):
    def __init__(self, items, extra=None):
        super().__init__(items)
        self.extra = extra


class KeptFrozen(frozenset):
    def __new__(cls, items, extra=None):
        self = super().__new__(cls, items)
        self.extra = extra
        return self


def truth():
    answers = [attempt(bool, Truth(answer)) for answer in (True, False, 1, "yes", None)]
    return answers, attempt(bool, Itself()), [attempt(bool, Length(n)) for n in (0, 3, -1, "x", Index(2), Index(-2))]


def numbers():
    length = [attempt(len, Length(n)) for n in (2, -1, 1.5, Index(4))]
    return length, int(Number()), float(Number()), float(Index(3)), attempt(range, Index("no")), int(Index(5)), 10**30 // 10**29


def iterators():
    growing = Growing([1, 2])
    shared = iter(growing)
    first = list(shared)
    growing.items.append(3)
    return attempt(iter, Iterable(3)), attempt(list, Iterable(None)), list(Iterable(iter([1]))), first, list(shared)


def identities():
    pair, frozen = (1, 2), frozenset([1])
    return tuple(pair) is pair, frozenset(frozen) is frozen, frozen.copy() is frozen


def cleared():
    numbers = [1, 2, 3]
    numbers.__init__()
    again = [1]
    again.__init__("ab")
    return numbers, again


def subclasses():
    made = KeptTuple([1, 2], 3), KeptSet([1, 2], 3), KeptFrozen([1, 2], 3)
    return made, [(type(one), list(one), one.extra) for one in made]


def copies():
    return [type(one.copy()).__name__ for one in (KeptSet([1]), KeptFrozen([1]))], KeptFrozen([1]).copy() == {1}


def iterator_of_a_set():
    iterator = iter({1, 2, 3})
    next(iterator)
    print("a break")
    return type(iterator).__name__, len(list(iterator))


def seen_by_eval():
    first = 1
    second = [first]
    print("a break")
    return eval("first + len(second)"), sorted(locals()), len(list(itertools.chain([1], [2])))


def program():
    CallsItself.__call__ = CallsItself()
    made = subclasses()
    return (
        truth(), numbers(), iterators(), identities(), cleared(), made[1], [one.extra for one in made[0]], copies(),
        iterator_of_a_set(), seen_by_eval(), attempt(CallsItself())[0],
    )


# expect captured
# in pieces
# as written: resume_in_seen_by_eval
