"""StopIteration inside of a generator, and exceptions thrown through `yield from`."""


def stops():
    yield 1
    raise StopIteration("own")


def inner():
    try:
        yield "a"
    except ValueError as error:
        yield f"caught {error}"
    return "result"


def outer():
    result = yield from inner()
    yield result


def delegating_to_a_list():
    got = yield from [1, 2]
    yield got


def attempt(f):
    try:
        return f()
    except Exception as error:
        return type(error).__name__, str(error), type(error.__cause__).__name__


def thrown():
    g = outer()
    return next(g), g.throw(ValueError("v")), next(g), attempt(lambda: next(g))


def thrown_and_not_caught():
    g = outer()
    next(g)
    return attempt(lambda: g.throw(KeyError("k"))), list(g)


def program():
    return attempt(lambda: list(stops())), thrown(), thrown_and_not_caught(), list(delegating_to_a_list())
