"""Arguments that make no sense are refused when `compile` is called, and say why."""

import torch

import alternator


def refused(kind, words, **arguments):
    try:
        alternator.compile(lambda x: x, **arguments)
    except kind as error:
        assert words in str(error), str(error)
    else:
        raise AssertionError(f"{arguments} was accepted")


def case(t):
    refused(RuntimeError, "Either mode or options can be specified", mode="max-autotune", options={})
    refused(TypeError, "backend", backend=3)
    refused(Exception, "aot_eagr", backend="aot_eagr")
    refused(TypeError, "options", options=["a"])
    refused((RuntimeError, TypeError), "", dynamic_shapes=3)
    fn = lambda x: x + 1  # noqa: E731
    assert alternator.compile(fn, disable=True, dynamic_shapes=None) is fn
    assert alternator.compile(fn, disable=True) is fn
    try:
        alternator.compile(3)
    except TypeError as error:
        assert "int" in str(error)
    decorated = alternator.compile(backend="eager")(fn)
    t.equal(decorated(torch.ones(2)), torch.full((2,), 2.0))
    assert decorated.__name__ == "<lambda>" and decorated.__wrapped__ is fn
