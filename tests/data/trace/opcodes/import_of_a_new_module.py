"""A module that a function imports in its first call: under fullgraph that call is plain Python's, and the next is captured. A
module that is not there stays an error."""

import sys

import torch

import alternator


def fn(x):
    import colorsys

    return x + colorsys.rgb_to_hsv(1, 0.5, 0)[1]


def guarded(x):
    try:
        import a_module_that_nobody_has
    except ImportError:
        return x + 1
    return x


def case(t):
    x = torch.ones(2)
    for fullgraph, graphs in (True, 1), (False, 1):
        sys.modules.pop("colorsys", None)
        before, compiled = len(t.graphs), t.compile(fn, fullgraph=fullgraph)
        for _ in range(3):
            t.equal(compiled(x), x + 1)
        assert len(t.graphs) == before + graphs, len(t.graphs)
    compiled = t.compile(guarded, fullgraph=True)
    t.equal(compiled(x), x + 1)
    try:
        compiled(x)
    except alternator.Unsupported as error:
        assert "a_module_that_nobody_has, which is not loaded yet" in str(error)
    else:
        raise AssertionError("captured")
