"""Numbers and texts of the program's classes that a trace makes have a `__dict__` of their own, the same one each time."""

import copy


class Number(int):
    pass


class Text(str):
    pass


class Real(float):
    pass


class Octets(bytes):
    pass


def fn(x):
    one = Number(3)
    one.name = 1
    text = Text("a")
    attributes = vars(text)
    text.tensor = x + 1
    real = Real(1.5)
    vars(real)["tensor"] = x
    octets = Octets(b"a")
    octets.tensor, octets.left = x, 2
    del octets.tensor
    updated = Number(2)
    updated.__dict__.update(name=1, tensor=x)
    copied = copy.copy(one)
    alone = Real(2.5)
    alone.tensor = x * 2
    same = vars(text) is attributes
    return one, vars(one), text, attributes, same, vars(real), octets, vars(octets), updated, vars(copied), vars(alone)


def calls():
    import torch

    yield (torch.ones(2),)
    yield (torch.zeros(2),)
