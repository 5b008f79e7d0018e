"""Defaults that the traced program gives to a function that it has made; of one from outside the graph breaks."""

import torch

from scenarios import check, outcome

x = torch.ones(2)


def made_here(compile):
    def run(x, count):
        def scaled(x, by=1, *, plus=0):
            return x * by + plus

        scaled.__defaults__ = (count,)
        scaled.__kwdefaults__ = {"plus": count}
        first = scaled(x)
        kept = scaled.__defaults__, scaled.__kwdefaults__
        scaled.__defaults__ = None
        scaled.__kwdefaults__ = None
        return first, kept, scaled.__defaults__, scaled.__kwdefaults__, scaled(x, 2, plus=3)

    run = compile(run)
    return [run(x, 2), run(x, 3)]


def that_leaves(compile):
    def run(x):
        def scaled(x, by=1, *, plus=0):
            return x * by + plus

        scaled.__defaults__ = (5,)
        scaled.__kwdefaults__ = {"plus": 7}
        return x + 1, scaled

    result, scaled = compile(run)(x)
    return result, scaled(x), scaled.__defaults__, scaled.__kwdefaults__


def of_other_types(compile):
    def run(x, name, value):
        def scaled(x, by=1):
            return x * by

        setattr(scaled, name, value)
        return scaled(x)

    run = compile(run)
    return [outcome(run, x, name, value) for name in ("__defaults__", "__kwdefaults__") for value in ([1], 3, "text", (), {})]


def from_outside(compile):
    def scaled(x, by=1):
        return x * by

    def run(x, by):
        scaled.__defaults__ = (by,)
        return scaled(x) + 1

    run = compile(run)
    return [run(x, 2), run(x, 3), scaled.__defaults__]


def case(t):
    check(t, made_here, that_leaves, of_other_types, from_outside)
    for scenario in (made_here, that_leaves):
        scenario(lambda function: t.compile(function, fullgraph=True))
