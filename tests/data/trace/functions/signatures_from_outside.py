"""A signature from outside is read and bound in one graph."""

import inspect
import types

import torch


def layer(x, scale=2, *more, shift=5, **options):
    return x


signature = inspect.signature(layer)
view = types.MappingProxyType({"a": 1})


def binds(x, *args, **kwargs):
    bound = signature.bind(x, *args, **kwargs)
    given = len(bound.arguments)
    bound.apply_defaults()
    return bound.arguments["x"] * bound.arguments["scale"] + bound.kwargs["shift"] + given


def looks(x):
    for name, parameter in signature.parameters.items():
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            x = x + len(name)
    return x + len(signature.parameters), signature.parameters


def reads(x, mapping):
    return x + mapping["a"]


def case(t):
    x = torch.ones(2)
    compiled = t.compile(binds, fullgraph=True)
    for args, kwargs in [((), {}), ((3,), {}), ((3, 4), {"shift": 1, "other": 2}), ((), {"scale": x})]:
        assert torch.equal(compiled(x, *args, **kwargs), binds(x, *args, **kwargs))
    for _ in range(2):
        result, parameters = t.compile(looks, fullgraph=True)(x)
        assert result.tolist() == [13, 13] and parameters is signature.parameters

    compiled = t.compile(reads, fullgraph=True)
    mapping = {"a": 2}
    outside = types.MappingProxyType(mapping)
    assert compiled(x, outside).tolist() == [3, 3]
    mapping["a"] = 3
    assert compiled(x, outside).tolist() == [4, 4]
    assert compiled(x, types.MappingProxyType({"a": 7})).tolist() == [8, 8]
