"""`locals()` and `vars()` in traced functions, and `eval` of literals."""

from attempts import attempt


def shown(a, b=2, *rest, key=None, **more):
    c = a + b
    if c > 100:
        unset = 1
    return locals()


def captured(a):
    b = a * 2

    def inner():
        return b

    found = vars()
    b = 7
    return sorted(found), found["b"], inner()


def free(a):
    def inner(b):
        c = a
        return locals()

    return inner(3), a


def twice(a):
    first = locals()
    b = a
    second = locals()
    return first is second, sorted(first), sorted(second), b


def around_a_call(a):
    first = locals()
    names = sorted(first)
    print("here")
    b = a
    second = locals()
    return first is second, names, sorted(second), b


class Options:
    def __init__(self, width, depth=2):
        self.__dict__.update({name: value for name, value in locals().items() if name != "self"})

    both = sorted(name for name in locals() if not name.startswith("__"))


def options():
    return vars(Options(3)), Options.both


def deleted(a):
    b = 1
    del b
    return locals(), [locals() for _ in range(1)][0].get("a", 5)


def literals():
    return eval("1 + 2"), eval(" (1, 'a')"), eval("[1, -2.5]"), eval("{'a': [True, None]}"), eval("3 if 0 else 4"), eval("2 ** 10"), eval("'a' * 3")


def evaluated(a):
    b = 2
    return eval("a + b"), eval("a", {"a": 5}), eval("len('abc')")


def refused(text):
    return eval(text)


def replaced():
    first, second = Options(1), Options(2)
    before = vars(first)
    first.__dict__ = {"width": 9, "more": 1}
    after = {}
    second.__dict__ = after
    second.name = "b"
    return first, vars(first), before, vars(first) is before, after, vars(second) is after, hasattr(second, "width")


def replaced_by_nothing():
    Options(1).__dict__ = 5


def shared():
    first, second = Options(1), Options(2)
    second.__dict__ = vars(first)
    second.width = 7
    return first.width


def compared(result):
    status, (first, own, before, same, after, also, has) = result
    return status, vars(first), own, before, same, after, also, has, vars(first) is own


def program():
    return (
        attempt(shown, 1, 2, 3), attempt(captured, 1), attempt(free, 2), attempt(twice, 1), attempt(around_a_call, 1),
        attempt(options), attempt(deleted, 1), attempt(literals), attempt(evaluated, 1), [attempt(refused, text) for text in ("1 +", "1 / 0", "nothing", "", "(1, nothing)")],
        compared(attempt(replaced)), attempt(replaced_by_nothing), attempt(shared),
    )  # fmt: skip


# expect captured
# in pieces
# as written: around_a_call
# as written: evaluated
# as written: refused
# as written: twice
