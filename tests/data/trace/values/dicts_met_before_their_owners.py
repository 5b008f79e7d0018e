"""A dict that is met before the object that it is the `__dict__` of: on later calls it may be another dict, and a class notices what
is written."""

import types

import torch

from scenarios import check


class Base:
    label = "none"


class Plain:
    pass


def instance(o, d, x):
    before = d.get("a")
    o.a = 5
    return x + d["a"], before


def of_an_instance(compile):
    compiled, seen = compile(instance), []
    for own in (True, False, True):
        o = Plain()
        o.a = 1
        seen.append(compiled(o, vars(o) if own else {"a": 1}, torch.ones(1)))
    return seen


def written(cls, namespace, x):
    namespace.get("text")
    cls.label = 3
    return x + 1


def of_a_class(compile):
    class Inner(Base):
        text = "abc"

    before = Inner.label
    compile(written)(Inner, vars(Inner), torch.ones(1))
    return before, Inner.label, vars(Inner)["label"]


module = types.ModuleType("made_here")
exec("def read(x): return x + number", module.__dict__)
module.number = 1


def globals_of(d, x):
    before = d.get("number")
    return module.read(x), before


def of_a_module(compile):
    compiled = compile(globals_of)
    seen = [compiled(vars(module), torch.ones(1))]
    seen.append(compiled({"number": 1}, torch.ones(1)))
    module.number = 4
    seen.append(compiled({"number": 1}, torch.ones(1)))
    seen.append(compiled(vars(module), torch.ones(1)))
    module.number = 1
    return seen


def case(t):
    check(t, of_an_instance, of_a_class, of_a_module)
