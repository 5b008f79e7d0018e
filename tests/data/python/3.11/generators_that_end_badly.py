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


class MakesItself(Exception):
    def __new__(cls, *arguments):
        return cls


class Fails(Exception):
    def __init__(self):
        raise KeyError("while it is made")


def throwing(*arguments):
    def waiting():
        try:
            yield 1
        except (TypeError, KeyError, ValueError) as error:
            yield type(error).__name__, str(error)

    g = waiting()
    next(g)
    return attempt(lambda: g.throw(*arguments)), next(g, "end")


def raising_what_is_none():
    raise MakesItself


def thrown_of_all_kinds():
    made = ValueError("made")
    kinds = [(MakesItself,), (Fails,), (5,), (int,), (made,), (made, "more"), (ValueError,), (ValueError, made)]
    kinds += [(ValueError, "text"), (ValueError, ("a", "b")), (KeyError, made)]
    return [throwing(*kind) for kind in kinds], attempt(raising_what_is_none)


def closed_with_a_result():
    def returning():
        try:
            yield 1
        except GeneratorExit:
            return "result"

    def delegating():
        return (yield from returning())

    both = returning(), delegating()
    return [(next(g), g.close(), g.close()) for g in both], returning().close()


def program():
    return closed_with_a_result(), thrown_of_all_kinds(), attempt(lambda: list(stops())), thrown(), thrown_and_not_caught(), list(delegating_to_a_list())


# expect captured
# in pieces
