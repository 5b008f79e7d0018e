"""A method of a text that an object names: nothing temporary stands behind the guards, so that the second call is a hit."""

import torch


def log_usage(function):
    module = function.__module__
    if not module.startswith("library"):
        module = f"library.{module}"
    return f"{module}.{function.__name__}"


def case(t):
    def fn(x):
        return x + 1, log_usage(log_usage)

    compiled = t.compile(fn, fullgraph=True)
    x = torch.ones(2)
    t.equal(compiled(x), fn(x))
    t.equal(compiled(x), fn(x))
    assert len(t.graphs) == 1
