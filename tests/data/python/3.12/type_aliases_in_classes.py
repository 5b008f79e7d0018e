"""Type aliases and parameters in class bodies look names up in the class, then outside; a delegate's error goes through."""

from attempts import attempt

Outer = str


def scopes(local):
    class Names:
        Kind = int
        type Both = tuple[Kind, Outer]
        type Many[T] = dict[Kind, list[T]]
        type Closed = list[local]
        type Lost = missing

        def method[U: Kind](self, value: U) -> U:
            return value

        class Inner[V]:
            Own = local
            type Deep = tuple[V, Own, Outer]

    return Names


def read(names):
    return names.Both.__value__, str(names.Many.__value__), names.Closed.__value__, names.Many.__type_params__[0].__name__


def delegates():
    def inner():
        try:
            yield 1
        except KeyError as error:
            yield str(error)
        raise StopIteration("inside")

    def outer():
        yield (yield from inner())

    def closes():
        try:
            yield from [1, 2]
        except GeneratorExit:
            seen.append("closed")
            raise

    seen = []
    made, closed = outer(), closes()
    found = [next(made), made.throw(KeyError("in")), next(closed)]
    closed.close()
    try:
        next(made)
    except RuntimeError as error:
        found.append(str(error))
    return found, seen


class Ends:
    """What a delegate raises where an error is thrown into it may end it as well."""

    def __iter__(self):
        return self

    def __next__(self):
        return "next"

    def throw(self, error):
        raise StopIteration("thrown: " + str(error))


def ended():
    def outer():
        result = yield from Ends()
        yield result

    made = outer()
    return next(made), made.throw(ValueError("v"))


def program():
    names = scopes(float)
    deep = names.Inner.Deep.__value__
    return (
        read(names), attempt(lambda: names.Lost.__value__), deep.__args__[1:], names().method(3), names.method.__type_params__[0].__bound__,
        delegates(), attempt(ended),
    )  # fmt: skip


# expect captured
# in pieces
