"""functools, operator, and what functions say of themselves."""

import functools
import operator


class Holder:
    def __init__(self, a):
        self.a = a

    def __radd__(self, other):
        return ("radd", other, self.a)


@functools.lru_cache(None)
def doubled(a):
    return a * 2


def program():
    partial = functools.partial(lambda a, b, c=0: (a, b, c), 1, c=3)

    def decorated(function):
        @functools.wraps(function)
        def wrapper(*arguments, **keywords):
            return function(*arguments, **keywords)

        return wrapper

    @decorated
    def increment(a):
        """Adds one."""
        return a + 1

    return (
        partial(2), partial(2, c=5), partial.args, partial.keywords, functools.reduce(operator.add, [1, 2, 3]),
        increment(1), increment.__name__, increment.__doc__, doubled(4), operator.itemgetter(1)([1, 2]),
        operator.itemgetter(0, 1)("ab"), operator.attrgetter("a")(Holder(4)), operator.mul(2, 3), operator.lt(1, 2),
        operator.contains([1], 1), operator.getitem([5], 0), operator.iadd([1], [2]), operator.not_([]), 1 + Holder(2),
        sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)),
    )


# expect captured
# whole
