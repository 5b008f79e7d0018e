"""When objects die, what frames show, and what C constructors and setters refuse."""

import contextlib
import gc
import sys
import weakref


class Thing:
    pass


class Counted:
    alive = 0

    def __init__(self):
        Counted.alive += 1

    def __del__(self):
        Counted.alive -= 1


class Slots:
    __slots__ = ("a", "b")


class SubError(OSError):
    def __new__(cls, first, second=None):
        return OSError.__new__(cls, first)

    def __init__(self, first, second=None):
        self.second = second


def attempt(function, *arguments, **keywords):
    try:
        return function(*arguments, **keywords)
    except Exception as error:
        return type(error).__name__, str(error)


def names():
    found, frame = [], sys._getframe(1)
    while frame and frame.f_code.co_name != "program":
        found.append(frame.f_code.co_name)
        frame = frame.f_back
    return found


def frames():
    print("a break")
    first = names()
    print("another")
    return first, names()


def deaths():
    thing = Thing()
    reference = weakref.ref(thing)
    print("a break")
    held = [thing]
    print("another")
    del thing, held
    gc.collect()
    return reference() is None


def unread_variables_live():
    guard = Counted()
    print("a break")
    alive = [Counted.alive]
    print("another")
    alive.append(Counted.alive)
    return alive


def overwritten():
    guard = Counted()
    print("a break")
    before = Counted.alive
    guard = None
    print("another")
    return before, Counted.alive, guard


def made_and_dropped():
    Counted()
    return Counted.alive


@contextlib.contextmanager
def manager():
    yield


def stopped():
    with manager():
        raise StopIteration("from with")


def generator():
    yield 1
    raise StopIteration("inside")


class Plain:
    pass


class Both:
    def __new__(cls, *arguments):
        return super().__new__(cls, *arguments)

    def __init__(self, *arguments):
        super().__init__(*arguments)


def constructors():
    return (
        attempt(Plain, 1), attempt(Plain.__new__, Plain, 1),
        attempt(Both, 1), type(attempt(Both)).__name__,
    )


def set_attribute(name, value):
    def function():
        pass

    setattr(function, name, value)
    return getattr(function, name)


def slots():
    filled, empty = Slots(), Slots()
    filled.a = 1
    return [hasattr(one, name) for one in (filled, empty) for name in ("a", "b")], attempt(delattr, empty, "a")


def slot_of(one):
    return getattr(one, "a", "nothing")


def errors():
    made = SubError("a", second=2)
    numbered = OSError(2, "gone")
    return made, made.second, type(numbered).__name__, str(numbered), attempt(import_nothing)


def import_nothing():
    from email import mime, not_there

    return mime, not_there


def super_without():
    return attempt(lambda: super())


def program():
    empty, filled = Slots(), Slots()
    filled.a = [1]
    error = errors()
    return (
        frames(), deaths(), unread_variables_live(), Counted.alive, overwritten(), Counted.alive, made_and_dropped(),
        attempt(stopped), attempt(list, generator()), constructors(),
        [attempt(set_attribute, name, 1) for name in ("__name__", "__qualname__", "__closure__", "__globals__", "other")],
        slots(), [slot_of(one) for one in (filled, empty, filled, empty)], error[0].args, error[1:], super_without(),
    )


# expect captured
# in pieces
# as written: names
