"""math.fsum of sizes that change is symbolic; with floats among them the sizes are constants."""

import math

import torch


def whole(x):
    return x * math.fsum(x.shape), math.fsum([]), math.fsum((True, 2))


def with_floats(x):
    return x + math.fsum([x.size(0), 2, 0.1, 0.2, 1e16])


def case(t):
    for function in (whole, with_floats):
        compiled = t.compile(function, fullgraph=True)
        for count in (3, 4, 5, 5):
            t.equal(compiled(torch.ones(count, 2)), function(torch.ones(count, 2)))
    assert len(t.graphs) == 5, len(t.graphs)
