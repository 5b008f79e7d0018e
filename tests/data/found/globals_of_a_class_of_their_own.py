"""Functions whose globals or builtins are a dict's subclass ask it for names (CPython's test_annotationlib on 3.15)."""

import types

import torch


class Missing(dict):
    def __missing__(self, name):
        return f"missing {name}"


class Answering(dict):
    def __getitem__(self, name):
        if name == "refused":
            raise KeyError(name)
        return f"answer {name}"


def reads():
    return unknown, len


def writes():
    global known
    known = 3
    return known


def refused():
    return refused


def told(code, names):
    function = types.FunctionType(code, names, "function")
    try:
        return function(), sorted(names)
    except NameError as error:
        return str(error)


def fn(x, function):
    seen = [told(read.__code__, make()) for make in (Missing, Answering) for read in (reads, writes, refused)]
    return x + 1, seen, function()


def given(names):
    return types.FunctionType(reads.__code__, names, "given")


def calls():
    yield torch.ones(2), given({"unknown": 1, "__builtins__": {"len": 2}})
    yield torch.ones(2), given({"unknown": 1, "__builtins__": Missing()})
    yield torch.ones(2), given(Missing())
    yield torch.ones(2), given(Answering(unknown=1, len=2))
    yield torch.ones(2), given({"unknown": 1, "__builtins__": {"len": 2}})
