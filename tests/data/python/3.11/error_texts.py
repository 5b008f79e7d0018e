"""Errors that the traced program catches itself: class, text, cause and context are CPython's."""


def named(**keywords):
    return keywords


def one(a, b, /, c, *, d):
    return a, b, c, d


def optional(a=1):
    return a


def unpack_two(x):
    a, b = x
    return a, b


def unpack_rest(x):
    a, *b, c = x
    return a, b, c


def assign_slice(x):
    numbers = [1, 2, 3]
    numbers[::2] = x
    return numbers


def add_in_place(x):
    x += None
    return x


def delete(x):
    del x[0]
    return x


def cause(x):
    raise ValueError("with a cause") from x


class Repeats:
    def __rmul__(self, other):
        return "repeated", other

    def __divmod__(self, other):
        return "divided", other

    def __rdivmod__(self, other):
        return "divides", other


FUNCTIONS = [
    lambda x: max(*x),
    lambda x: dict(**x),
    lambda x: [0, *x],
    lambda x: {0, *x},
    lambda x: (0, *x),
    lambda x: dict([x]),
    lambda x: {"z": 0, **x},
    lambda x: named(a=1, **x),
    lambda x: named(**x, **x),
    lambda x: named(*x),
    lambda x: "".join(*x),
    lambda x: [].append(**x),
    unpack_two,
    unpack_rest,
    lambda x: x[0],
    delete,
    lambda x: x + None,
    add_in_place,
    lambda x: -x,
    lambda x: abs(x),
    lambda x: f"{x:zz}",
    lambda x: "%d" % x,
    cause,
    lambda x: sorted([x, 1, "a"]),
    lambda x: one(1, 2, 3, 4, d=x),
    lambda x: one(1, 2, 3, d=4, e=x),
    lambda x: one(1, b=2, c=3, d=x),
    lambda x: optional(1, x),
    lambda x: [1] * x,
    lambda x: (1,) * x,
    lambda x: [1, 2, 3][::x],
    assign_slice,
    lambda x: ",".join(x),
    lambda x: list.append(x, 1),
    lambda x: {a: b for a, b in x},
    lambda x: divmod(x, 2),
    lambda x: divmod(2, x),
    lambda x: isinstance(1, x),
    lambda x: x.missing,
    lambda x: list(x),
    lambda x: type(iter(x)).__name__,
]
def values():
    return [3, None, "ab", b"a", [1], (1, 2), {1: 2}, {"a": 1}, {1}, 2.5, int, ["ab"], [(1, 2, 3)], [3], Repeats()]


ATTEMPT = """
def attempt(function, value):
    try:
        return "gives", function(value)
    except Exception as error:
        return type(error).__name__, str(error), repr(error.__cause__), repr(error.__context__)
"""


def fresh():
    """A function with code of its own, for each attempt to be compiled afresh."""
    namespace = {}
    exec(ATTEMPT, namespace)
    return namespace["attempt"]


def program():
    print("the loop is left to CPython")
    found = []
    for function in FUNCTIONS:
        for value in values():
            found.append(fresh()(function, value))
    return found


# expect captured
# in pieces
# as written: fresh
# as written: resume_in_program
