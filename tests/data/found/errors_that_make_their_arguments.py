"""Found with CPython 3.14's own tests: errors whose `__init__` makes their arguments of others, what is told of objects that are no
context managers, and unions of classes whose metaclass compares them."""

import json
import re

import torch


class Comparing(type):
    def __eq__(self, other):
        return self is other

    __hash__ = type.__hash__


class First(metaclass=Comparing):
    pass


class Second(metaclass=Comparing):
    pass


class Enters:
    def __enter__(self):
        pass


class Exits:
    def __exit__(self, *exception):
        pass


class Later:
    async def __aenter__(self):
        pass

    async def __aexit__(self, *exception):
        pass


class Both(Enters, Exits):
    pass


def enter(manager):
    with manager:
        pass


async def waiting(manager):
    async with manager:
        pass


def enter_later(manager):
    waiting(manager).send(None)


def told(function, *arguments):
    try:
        return function(*arguments)
    except re.error as error:
        return str(error), error.msg, error.pattern, error.pos, error.lineno, error.colno, error.args
    except ValueError as error:
        return str(error), vars(error), error.args
    except TypeError as error:
        return str(error)


def fn(x):
    said = [x + 1, told(re.compile, "(?P<foo"), told(re.sub, "(x)", r"\400", "x"), told(json.loads, "[1"), told(int, "x")]
    said += [told(bytes.decode, b"\xff", "utf-8")]
    for manager in (Enters(), Exits(), Later(), 3):
        said.append(told(enter, manager))
    for manager in (Enters(), Both(), 3):
        said.append(told(enter_later, manager))
    said += [told(lambda: First | Second), told(lambda: First | int)]
    return said


def calls():
    yield (torch.ones(2),)
    yield (torch.ones(3),)
