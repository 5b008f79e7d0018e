"""Binding of arguments, and what goes wrong with it."""

import functools


def everything(a, b=2, /, c=3, *args, d, e=5, **kwargs):
    return a, b, c, args, d, e, kwargs


def attempt(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except TypeError as error:
        return str(error)


@functools.lru_cache(maxsize=None)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def logged(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        print("calling", f.__name__, args, kwargs)
        return f(*args, **kwargs)

    return wrapper


@logged
def decorated(x, y=1):
    """Adds."""
    return x + y


def program():
    half = functools.partial(everything, 1, d=4)
    return (
        everything(1, d=2), everything(1, 2, 3, 4, 5, d=6, f=7), half(9), half(d=0, g=1),
        attempt(everything), attempt(everything, 1), attempt(everything, 1, a=2, d=3), attempt(lambda x: x, 1, 2),
        attempt(lambda x: x, 1, x=2), fibonacci(20), decorated(1), decorated(2, y=5), decorated.__doc__,
        functools.reduce(lambda a, b: a * b, [1, 2, 3, 4]), list(map(lambda a, b: a + b, [1, 2], [3, 4])),
        list(filter(None, [0, 1, 2])), sorted([(2, "b"), (1, "c")], key=lambda p: p[1]),
    )  # fmt: skip


# expect captured
# in pieces
# as written: fibonacci
# as written: program
