"""A call that is deferred until the graph has run comes before what an inlined function changes and breaks at; and the
graph ends at the call where that is made in a range of the profiler that is part of the graph."""

import warnings

import torch


def filters_afterwards(x):
    warnings.warn("before")
    warnings.simplefilter("ignore")
    return x + 1


def leaf(x):
    y = x * 2
    print(end="")
    return y.detach()


def in_a_range(x):
    with torch.profiler.record_function("range"):
        y = leaf(x) + 1
    return y * 3


def case(t):
    x = torch.ones(2)

    def outcome(call):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            result = call(x)
        return result, [str(one.message) for one in seen]

    with t.config.patch(nested_graph_breaks=True, capture_profiler_record_function=True):
        for fn in filters_afterwards, in_a_range:
            compiled = t.compile(fn)
            for _ in range(2):
                t.equal(outcome(compiled), outcome(fn))
