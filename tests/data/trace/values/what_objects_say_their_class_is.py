"""`isinstance` believes `__class__`, which C classes may answer as well: a weak proxy says what it stands for. What has bases may
be asked for as a class."""

import abc
import numbers
import types
import weakref

import torch


class Base:
    value = 3


class Sub(Base):
    pass


class Registered(abc.ABC):
    pass


Registered.register(Sub)


class WithBases:
    def __init__(self, *bases):
        self.__bases__ = bases


def fn(x, it):
    found = [isinstance(it, Base), isinstance(it, (int, Base)), isinstance(it, int | Base), isinstance(it, Registered)]
    found += [isinstance(it, type), isinstance(it, types.FunctionType), isinstance(it, numbers.Number)]
    match it:
        case Base(value=value):
            found.append(value)
        case type():
            found.append("class")
        case _:
            found.append("something else")
    try:
        found.append(issubclass(it, Base))
    except TypeError as error:
        found.append(str(error))
    try:
        found.append(isinstance(Sub(), it))
    except TypeError as error:
        found.append(str(error))
    return x + 1, found


values = [
    Sub(),
    Base(),
    Base,
    Sub,
    fn,
    3,
    list[int],
    int | str,
    types,
    WithBases(Base),
    WithBases(),
]

def case(t):
    for value in [*values, *(weakref.proxy(value) for value in values[:5])]:
        compiled, x = t.compile(fn, isolate_recompiles=True), torch.ones(1)
        for _ in range(2):
            assert compiled(x, value)[1] == fn(x, value)[1], (compiled(x, value)[1], fn(x, value)[1])
