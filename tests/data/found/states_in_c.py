"""What keeps a part of its state in C is not reduced by `object` (tests/fuzz --special-methods)."""

import array
import types
import weakref


class Module(types.ModuleType):
    __setstate__ = None


class Property(property):
    pass


class Reference(weakref.ref):
    pass


class Array(array.array):
    pass


class Given(types.ModuleType):
    def __getnewargs__(self):
        return ("m",)


class Own(types.ModuleType):
    def __getstate__(self):
        return 3


class Slotted:
    __slots__ = "a", "__weakref__", "__dict__"


class Number(int):
    pass


class Listed(list):
    __slots__ = ("b",)


def fn(x, value):
    try:
        made = object.__reduce_ex__(value, 2)
    except TypeError as error:
        made = str(error)
    return x + 1, made if isinstance(made, str) else repr(made[1:3])


def calls():
    import torch

    slotted, listed = Slotted(), Listed([1])
    slotted.a = listed.b = 2
    values = [
        Module("m"), Property(), Reference(Module), Array("i", [1]), Given("m"), Own("m"), slotted, listed, Number(3), {}, types.ModuleType("m"),
    ]  # fmt: skip
    for value in values:
        yield torch.ones(2), value


config = {"recompile_limit": 64}
