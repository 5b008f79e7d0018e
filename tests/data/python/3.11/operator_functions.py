"""The functions of `operator` do what the operators do: on numbers, on containers, on classes of the user's."""

import operator

from attempts import attempt


class Records:
    """Answers every operator with its name, and whether it was asked from the right."""

    def __init__(self, name):
        self.name = name

    def __matmul__(self, other):
        return self.name, "@", other

    def __rmatmul__(self, other):
        return other, "@", self.name

    def __iadd__(self, other):
        self.name += other
        return self

    def __imatmul__(self, other):
        return "in place", other

    def __ipow__(self, other):
        return "in place power", other

    def __pos__(self):
        return "+" + self.name

    def __index__(self):
        return len(self.name)

    def __eq__(self, other):
        return "equal?"

    def __le__(self, other):
        return NotImplemented


BINARY = [
    operator.add, operator.sub, operator.mul, operator.matmul, operator.floordiv, operator.truediv, operator.mod,
    operator.lshift, operator.rshift, operator.and_, operator.or_, operator.xor, operator.pow, operator.concat,
    operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge, operator.is_, operator.is_not,
]  # fmt: skip
IN_PLACE = [
    operator.iadd, operator.isub, operator.imul, operator.imatmul, operator.ifloordiv, operator.itruediv, operator.imod,
    operator.ilshift, operator.irshift, operator.iand, operator.ior, operator.ixor, operator.ipow, operator.iconcat,
]  # fmt: skip
UNARY = [
    operator.neg, operator.pos, operator.abs, operator.invert, operator.inv, operator.truth, operator.not_, operator.index,
]  # fmt: skip


def numbers():
    pairs = [(7, 2), (-7, 2), (7, 0), (7, -1), (True, 2), (2.5, 2), (10**20, 3)]
    return [[attempt(function, left, right) for left, right in pairs] for function in BINARY + IN_PLACE]


def others():
    pairs = [([1], [2]), ([1], (2,)), ("a", 2), ("%s", 2), ({1}, {1, 2}), ({1: 2}, {3: 4}), (None, 1)]
    return [[attempt(function, left, right) for left, right in pairs] for function in BINARY]


def in_place():
    found = []
    for function in IN_PLACE:
        for left, right in (([1], [2]), ([1], 2), ([1], "ab"), ({1, 2}, {2, 3}), ({1: 2}, {1: 3}), ((1,), (2,))):
            kept = left
            result = attempt(function, left, right)
            found.append((result, left, result is kept))
    return found


def unary():
    return [[attempt(function, value) for value in (3, -3, 2.5, True, "a", [], [0], None)] for function in UNARY]


def of_the_users():
    one, other = Records("one"), Records("two")
    kept = one
    one = operator.iadd(one, "!")
    return (
        operator.matmul(one, 3), operator.matmul(3, one), one is kept, kept.name, operator.imatmul(one, 2), operator.ipow(one, 3),
        operator.pos(one), operator.index(one), operator.eq(one, other), operator.ne(one, other), attempt(operator.le, one, other),
        attempt(operator.neg, one), operator.truth(one), operator.not_(one), operator.is_(one, kept), operator.is_not(one, other),
    )  # fmt: skip


def items():
    numbers, named = [1, 2, 3], {"a": 1}
    operator.setitem(numbers, 0, 9)
    operator.setitem(numbers, slice(1, 2), [7, 8])
    operator.delitem(numbers, -1)
    operator.setitem(named, "b", 2)
    operator.delitem(named, "a")
    return (
        numbers, named, operator.getitem(numbers, 1), operator.contains(numbers, 7), attempt(operator.setitem, (1,), 0, 2),
        attempt(operator.setitem, numbers, 9, 2), attempt(operator.delitem, named, "zz"), attempt(operator.delitem, "abc", 0),
        attempt(operator.concat, 1, 2), attempt(operator.iconcat, 1, 2), attempt(operator.add, 1), attempt(operator.neg),
    )  # fmt: skip


def program():
    return numbers(), others(), in_place(), unary(), of_the_users(), items()


# expect captured
# in pieces
# as written: in_place
