"""Contexts that the program has cleared stay so; what is said of classes, their attributes and managers."""

import abc
import contextlib
import functools

from attempts import attempt


class Wrong(Exception):
    pass


def cleared():
    error = Wrong()
    try:
        raise error
    finally:
        error.__context__ = None


@contextlib.contextmanager
def manager():
    try:
        yield
    except BaseException:
        cleared()


@contextlib.contextmanager
def stacked():
    with contextlib.ExitStack() as stack:
        stack.enter_context(manager())
        yield stack


def context_of(make):
    try:
        with make():
            raise IndexError
    except Wrong as error:
        return error.__context__


def context_of_throw():
    waiting = manager().gen
    next(waiting)
    try:
        waiting.throw(IndexError())
    except Wrong as error:
        return error.__context__


def context_by_default():
    try:
        try:
            raise KeyError(1)
        except KeyError:
            [].pop()
    except IndexError as error:
        return repr(error.__context__)


class Entered:
    def __enter__(self):
        return self


def entered():
    with Entered():
        pass


def not_entered():
    with 3:
        pass


class Misnamed:
    def __set_name__(self, owner, name):
        raise KeyError(name)


def misnamed():
    class Named:
        attribute = Misnamed()


def named_twice():
    class Named:
        @functools.cached_property
        def a(self):
            return 1

        b = a


def abstract():
    class Abstract(abc.ABC):
        @functools.singledispatchmethod
        @abc.abstractmethod
        def add(self, x):
            pass

    Abstract()


def program():
    view = type({}.keys())
    return (
        context_of(manager), context_of(stacked), context_of_throw(), context_by_default(), attempt(entered), attempt(not_entered), attempt(misnamed),
        attempt(named_twice), attempt(abstract), attempt(view), attempt(view, {}),
    )  # fmt: skip


# expect captured
# in pieces
