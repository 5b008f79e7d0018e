"""A frame that a backend cannot compile runs as written: where the backend says so, and where an operator refuses its
arguments while the backend tries it. Any other error of a backend is told as such."""

import warnings

import torch
from torch._dynamo.exc import SkipFrame
from torch._subclasses.fake_tensor import UnsupportedOperatorException
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode

import alternator
from alternator.errors import BackendFailed

X = torch.arange(4.0)


def fails(x):
    warnings.warn("before")
    return x.sin()[torch.tensor(9)] + 1


def catches(x):
    try:
        return x.cos()[torch.tensor(9)]
    except IndexError as error:
        return str(error)


def outcome(function):
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            result = function(X)
        except Exception as error:
            result = type(error), str(error)
    return result, [str(warning.message) for warning in warned]


def case(t):
    for function in (fails, catches):
        compiled = alternator.compile(function, backend="aot_eager")
        for _ in range(2):
            t.equal(outcome(compiled), outcome(function))

    def declining(error):
        def backend(module, inputs):
            t.graphs.append(module)
            raise error

        return backend

    def compiled(error, **options):
        return alternator.compile(lambda x: x.sin(), backend=declining(error), **options)

    for error in (SkipFrame("no"), UnsupportedOperatorException("no"), GuardOnDataDependentSymNode(None, "no")):
        t.equal(compiled(error)(X), X.sin())
        (kind, text), _ = outcome(compiled(error, fullgraph=True))
        assert kind is alternator.Unsupported and "leaves the frame to Python: no" in text, text
    for error in (IndexError("no"), KeyError("no")):
        (kind, text), _ = outcome(compiled(error))
        assert kind is BackendFailed and type(error).__name__ in text, text
    assert len(t.graphs) == 8, len(t.graphs)


# expect captured
# nothing
